import type { Database, Tx } from '@pii-vault/platform/postgres/database';

/** Number of a company's rows in the vault. */
export interface Holdings {
  readonly individuals: number;
  readonly imports: number;
}

const SEAL_MS = 5 * 60 * 1_000;

/**
 * Seals a company without rows here. Earlier writes have ended by then and are counted; triggers refuse later ones
 * (migrations/functions/companies_are_open.sql).
 */
export function sealCompany({ db }: { readonly db: Pick<Database, 'system'> }) {
  return (companyId: number): Promise<Holdings & { readonly sealed: boolean }> =>
    db.system(async (tx) => {
      // Counting a large company must not block its writers.
      const before = await countHoldings(tx, companyId);
      if (!isNothing(before)) return { ...before, sealed: false };
      await tx.query('SELECT lock_company($1::bigint)', [companyId]);
      const holdings = await countHoldings(tx, companyId);
      const sealed = isNothing(holdings);
      if (sealed)
        await tx.query(
          `INSERT INTO sealed_companies (company_id, sealed_until)
           VALUES ($1::bigint, now() + $2::bigint * interval '1 millisecond')
           ON CONFLICT (company_id) DO UPDATE SET sealed_until = excluded.sealed_until`,
          [companyId, SEAL_MS],
        );
      return { ...holdings, sealed };
    });
}

const isNothing = ({ individuals, imports }: Holdings) => individuals === 0 && imports === 0;

async function countHoldings(tx: Tx, companyId: number): Promise<Holdings> {
  const [row] = await tx.query<Holdings>(
    `SELECT (SELECT count(*) FROM individuals WHERE company_id = $1::bigint) AS individuals,
       (SELECT count(*) FROM imports
        WHERE company_id = $1::bigint AND status NOT IN ('done', 'failed', 'cancelled')) AS imports`,
    [companyId],
  );
  return row ?? { individuals: 0, imports: 0 };
}
