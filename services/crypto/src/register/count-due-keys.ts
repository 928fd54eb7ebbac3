import type { Ctx } from '@pii-vault/platform/core/context/ctx';
import type { Database } from '@pii-vault/platform/postgres/database';
import { only } from '@pii-vault/platform/postgres/only';
import { scopeWith } from '@pii-vault/platform/postgres/scope-with';
import { epochEndsAt } from '../keys/epochs/epoch.ts';
import { findActiveEpoch } from '../keys/epochs/epoch-store.ts';
import type { RotationSchedule } from '../keys/rotations/rotation.ts';

/** A key is due this many days before it expires. */
const SOON_DAYS = 30;
/** For a key with a short life, the last quarter of its life counts instead, if that is less. */
const LAST_PART = 0.25;

const soonDays = (lifeDays: number): number => Math.min(SOON_DAYS, lifeDays * LAST_PART);

export interface DueKeysDeps {
  readonly db: Pick<Database, 'tenant'>;
  readonly epochLifeDays: number;
  readonly schedule: RotationSchedule;
  readonly now: () => Date;
}

/**
 * Counts the keys in use that have expired or expire soon, of a company, or of all companies in which the caller may
 * manage encryption. Field and backup keys expire with the epoch, as in `expiresAt`.
 */
export function countDueKeys({ db, epochLifeDays, schedule, now }: DueKeysDeps) {
  return async (ctx: Ctx, companyId: number | undefined): Promise<DueKeys> =>
    db.tenant(scopeWith(ctx.caller, 'encryption:manage', companyId), async (tx) => {
      const epoch = await findActiveEpoch(tx);
      if (epoch === undefined) throw new Error('the deployment has no active epoch');
      const rows = await tx.query<DueKeys>(COUNT_DUE_KEYS, [
        now(),
        schedule.master,
        soonDays(schedule.master),
        epochEndsAt(epoch, epochLifeDays),
        soonDays(schedule.field),
      ]);
      return only(rows);
    });
}

interface DueKeys {
  readonly count: number;
  readonly overdue: number;
  readonly companyId: number | null;
  readonly dueAt: Date | null;
}

/**
 * $1 now; $2 life of a master and $3 how long before its end it is due, in days; $4 end of the epoch and $5 how long
 * before it its keys are due, in days.
 */
const COUNT_DUE_KEYS = `SELECT count(*) AS count, count(*) FILTER (WHERE expires_at < $1::timestamptz) AS overdue,
    (array_agg(company_id ORDER BY expires_at, company_id))[1] AS "companyId", min(expires_at) AS "dueAt"
  FROM (
    SELECT company_id, created_at + $2::float8 * interval '24 hours' AS expires_at FROM encryption_keys
    WHERE status = 'active' AND company_id > 0 AND purpose = 'master'
      AND created_at < $1::timestamptz - ($2::float8 - $3::float8) * interval '24 hours'
    UNION ALL
    SELECT company_id, $4::timestamptz FROM encryption_keys
    WHERE status = 'active' AND company_id > 0 AND purpose IN ('field', 'backup')
      AND $4::timestamptz < $1::timestamptz + $5::float8 * interval '24 hours') AS due`;
