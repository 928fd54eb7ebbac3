import type { Tx } from '@pii-vault/platform/postgres/database';

export interface CredentialStop {
  readonly companyId: number;
  /** As writtenBy in stops/written-by.ts names it. */
  readonly credential: string;
  readonly isStopped: boolean;
  readonly changedAt: Date;
}

/** Under the system role. An event older than the stored state changes nothing. */
export async function storeStop(tx: Tx, stop: CredentialStop): Promise<void> {
  await tx.query(
    `INSERT INTO stopped_credentials AS s (company_id, credential, is_stopped, changed_at)
     VALUES ($1::bigint, $2::text, $3::boolean, $4::timestamptz)
     ON CONFLICT (company_id, credential) DO UPDATE SET is_stopped = excluded.is_stopped, changed_at = excluded.changed_at
     WHERE excluded.changed_at >= s.changed_at`,
    [stop.companyId, stop.credential, stop.isStopped, stop.changedAt],
  );
}

/** Under the system role. */
export function readStopped(tx: Tx): Promise<Array<Pick<CredentialStop, 'companyId' | 'credential'>>> {
  return tx.query('SELECT company_id AS "companyId", credential FROM stopped_credentials WHERE is_stopped');
}
