import type { Ctx } from '@pii-vault/platform/core/context/ctx';
import { companiesWith } from '@pii-vault/platform/core/context/permissions';
import type { Database, Tx } from '@pii-vault/platform/postgres/database';
import type { FigureCache } from '../../people/individuals/figures.ts';

export interface KeyVersion {
  readonly companyId: number;
  readonly fieldKeyVersion: number;
}

export interface KeyRows extends KeyVersion {
  /** Data keys, one per person, and keys of unfinished imports. */
  readonly rows: number;
}

export type CountKeyRows = (ctx: Ctx, versions: readonly KeyVersion[]) => Promise<KeyRows[]>;

/** Concurrent counts: each takes a connection. */
const PARALLEL = 4;

/**
 * Number of rows under versions of companies' field keys, for companies whose keys the caller manages. Counted from an
 * index and cached by FigureCache: always fresh for a nearly empty version.
 */
export function countKeyRowsUseCase(deps: {
  readonly db: Pick<Database, 'system'>;
  readonly figures: FigureCache<number>;
}): CountKeyRows {
  return async (ctx, versions) => {
    const held = companiesWith(ctx.caller, 'encryption:manage');
    const asked = versions.filter(({ companyId }) => held === 'all' || held.includes(companyId));
    const counted: KeyRows[] = [];
    for (let at = 0; at < asked.length; at += PARALLEL)
      counted.push(...(await Promise.all(asked.slice(at, at + PARALLEL).map((one) => count(deps, one)))));
    return counted;
  };
}

async function count(
  { db, figures }: Parameters<typeof countKeyRowsUseCase>[0],
  { companyId, fieldKeyVersion }: KeyVersion,
): Promise<KeyRows> {
  const rows = await figures.get(`${companyId} v${fieldKeyVersion}`, () =>
    db.system((tx) => countRows(tx, { companyId, fieldKeyVersion })),
  );
  return { companyId, fieldKeyVersion, rows };
}

/** In a separate transaction; exported for the test of its plan. */
export async function countRows(
  tx: Pick<Tx, 'query'>,
  { companyId, fieldKeyVersion }: KeyVersion,
): Promise<number> {
  // The planner assumes that any company has half of the table (migrations/0001_people.sql) and would read all of it.
  await tx.query(`SELECT set_config('enable_seqscan', 'off', true)`);
  const [row] = await tx.query<{ n: number }>(COUNT_ROWS, [companyId, fieldKeyVersion]);
  return row?.n ?? 0;
}

export const COUNT_ROWS = `SELECT
    (SELECT count(*) FROM data_keys WHERE company_id = $1 AND field_key_version = $2)
  + (SELECT count(*) FROM imports WHERE company_id = $1 AND field_key_version = $2) AS n`;
