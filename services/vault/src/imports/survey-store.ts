import type { Tx } from '@pii-vault/platform/postgres/database';
import { leaseLost } from './import-errors.ts';
import { LEASE_SECONDS, type Lease } from './job-store.ts';

export interface SurveyEnd {
  /** Encrypted, including the findings. */
  readonly plan: Buffer;
  /** The whole file was read. */
  readonly isSurveyed: boolean;
  /** Why the import is held; undefined when it continues. */
  readonly hold: string | undefined;
  /** The turn read further; its attempts are reset. */
  readonly hasProgress: boolean;
}

/** Stores the findings of a turn of the survey. @throws AppError IMPORT_LEASE_LOST */
export async function saveSurvey(tx: Tx, lease: Lease, end: SurveyEnd): Promise<void> {
  const rows = await tx.query(
    `UPDATE imports SET plan = $4::bytea, is_surveyed = $5::boolean,
       tries = CASE WHEN $8::boolean THEN 0 ELSE tries END,
       lost_turns = CASE WHEN $8::boolean THEN 0 ELSE lost_turns END,
       status = CASE WHEN $6::text = '' THEN status ELSE 'needs_mapping' END, status_reason = $6::text,
       lease_expires_at = now() + make_interval(secs => $7::integer)
     WHERE company_id = $1::bigint AND id = $2::bigint AND lease_holder = $3::uuid AND status = 'running'
     RETURNING id`,
    [
      lease.companyId,
      lease.importId,
      lease.leaseHolder,
      end.plan,
      end.isSurveyed,
      end.hold ?? '',
      LEASE_SECONDS,
      end.hasProgress,
    ],
  );
  if (rows.length === 0) throw leaseLost();
}
