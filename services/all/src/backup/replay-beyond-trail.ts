import type { RevocationFile } from '@pii-vault/audit/revocations/revocation-file';
import type { ServiceDatabase } from '@pii-vault/platform/db/connection';
import { openDatabase } from '@pii-vault/platform/db/open-database';
import { AppError } from '@pii-vault/platform/errors/app-error';
import { silentLogger } from '@pii-vault/platform/log/log';
import type { QuietAccess } from '../embedded/quiet-host.ts';
import { revocationsBeyond } from './kept-revocations.ts';
import { type ReplayedList, replayRevocations } from './replay-revocations.ts';

export interface BeyondTrail {
  readonly revocations: Pick<RevocationFile, 'read'>;
  /** Entries of the trail that the last signed checkpoint outside the database speaks of. */
  readonly signedEntries: number;
  readonly acceptLost: boolean;
}

/**
 * Takes away again, in a database that was restored to a moment of before, what was taken away since, by the list and
 * what the restored trail knows. Done twice it does nothing more.
 * @throws AppError REVOCATIONS_DAMAGED, REVOCATIONS_INCOMPLETE, REVOCATION_FAILED, SERVICES_RUN
 */
export async function replayBeyondTrail(
  vault: QuietAccess,
  { revocations, signedEntries, acceptLost }: BeyondTrail,
): Promise<ReplayedList> {
  for (const [service, database] of vault.databases) await refuseRunning(service, database);
  const auditEntries = await trailSize(vault.databases.get('audit'));
  const lines = await revocationsBeyond(revocations, { auditEntries, signedEntries, acceptLost });
  return replayRevocations(vault, lines);
}

/** Who runs would answer with what is about to be taken away. */
async function refuseRunning(service: string, database: ServiceDatabase): Promise<void> {
  const held = await ask<{ held: boolean }>(
    service,
    database,
    'SELECT coalesce(bool_or(expires_at > now()), false) AS held FROM relay_lease',
  );
  if (held?.held === true)
    throw new AppError('FAILED_PRECONDITION', 'SERVICES_RUN', `Stop ${service} and all other services first`);
}

async function trailSize(database: ServiceDatabase | undefined): Promise<number> {
  if (database === undefined) throw new Error('The database of the trail is not named');
  return (await ask<{ size: number }>('audit', database, 'SELECT size FROM tree_state'))?.size ?? 0;
}

async function ask<R extends object>(service: string, database: ServiceDatabase, sql: string) {
  const db = openDatabase({ service, ...database, log: silentLogger() });
  try {
    return (await db.system((tx) => tx.query<R>(sql)))[0];
  } finally {
    await db.close();
  }
}
