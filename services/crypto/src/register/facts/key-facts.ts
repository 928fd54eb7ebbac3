import type { Ctx } from '@pii-vault/platform/core/context/ctx';
import type { Database, Tx } from '@pii-vault/platform/postgres/database';
import { KEY_TYPES, type KeyType } from '../../key-store/hierarchy/key-owner.ts';
import type { KeyStore, StoreHealth } from '../../key-store/key-store.ts';
import { dueBefore, type RotationSchedule } from '../../keys/rotations/rotation.ts';

export interface KeyFacts {
  readonly protection: StoreHealth['protection'];
  readonly storeStatus: StoreHealth['status'];
  /** Versions in use for new data. */
  readonly activeKeys: number;
  readonly oldestActiveCreatedAt: Date | undefined;
  /** Longest rotation interval of these keys. */
  readonly scheduleDays: number;
  readonly overdueKeys: number;
  /** Rows under versions that were replaced more than a day ago, as last reported by their owner. */
  readonly rowsOnRetired: number;
}

export interface KeyFactsDeps {
  readonly db: Pick<Database, 'tenant'>;
  readonly store: Pick<KeyStore, 'health'>;
  readonly now: () => Date;
  readonly schedule: RotationSchedule;
}

/** A due key is replaced, and a rotation finishes, within this time; a longer delay needs attention. */
const GRACE_DAYS = 1;

/** Key figures of a company for compliance checks. */
export function keyFacts(deps: KeyFactsDeps): (ctx: Ctx, companyId: number) => Promise<KeyFacts> {
  return async (_ctx, companyId) => {
    const [health, [active, rowsOnRetired]] = await Promise.all([
      deps.store.health(),
      deps.db.tenant(
        { companies: [companyId] },
        async (tx) =>
          [
            await readActive(tx, companyId),
            await countOnRetired(tx, companyId, dueBefore(GRACE_DAYS, deps.now())),
          ] as const,
      ),
    ]);
    const overdue = active.filter(
      ({ purpose, created_at }) => created_at < dueBefore(deps.schedule[purpose] + GRACE_DAYS, deps.now()),
    );
    return {
      protection: health.protection,
      storeStatus: health.status,
      activeKeys: active.length,
      oldestActiveCreatedAt: active[0]?.created_at,
      scheduleDays: Math.max(0, ...active.map(({ purpose }) => deps.schedule[purpose])),
      overdueKeys: overdue.length,
      rowsOnRetired,
    };
  };
}

interface ActiveRow {
  readonly purpose: KeyType;
  readonly created_at: Date;
}

function readActive(tx: Tx, companyId: number): Promise<ActiveRow[]> {
  return tx.query<ActiveRow>(
    `SELECT purpose, created_at FROM encryption_keys
    WHERE company_id = $1 AND status = 'active' AND purpose = ANY ($2::text[]) ORDER BY created_at`,
    [companyId, KEY_TYPES],
  );
}

async function countOnRetired(tx: Tx, companyId: number, before: Date): Promise<number> {
  const [row] = await tx.query<{ n: number }>(
    `SELECT coalesce(sum(rows_left), 0)::bigint AS n FROM encryption_keys
    WHERE company_id = $1 AND status = 'retiring' AND purpose <> 'backup' AND rotated_at < $2`,
    [companyId, before],
  );
  return row?.n ?? 0;
}
