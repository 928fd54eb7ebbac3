import type { Scope, Tx } from '@pii-vault/platform/postgres/database';
import type { KeyType } from '../key-store/hierarchy/key-owner.ts';
import type { KeyAlgorithm } from '../key-store/key-store.ts';
import type { KeyStatus } from '../keys/company-keys/encryption-key.ts';

type Queries = Pick<Tx, 'query'>;

export interface KeyRow {
  readonly id: number;
  readonly key_id: string;
  readonly company_id: number;
  readonly purpose: KeyType;
  readonly algorithm: KeyAlgorithm;
  readonly status: KeyStatus;
  readonly hsm_key_reference: string | null;
  readonly master_key_id: string | null;
  readonly version: number;
  readonly created_at: Date;
  readonly rotated_at: Date | null;
  readonly used_at: Date | null;
}

export interface PageOf {
  readonly after: { readonly companyId: number; readonly id: number };
  readonly keyTypes: readonly KeyType[];
  readonly count: number;
}

/** Used in place of a company's id. */
const ALL = 0;

/** Exported for the test of its query plan. */
export const LIST_KEYS = `SELECT id, key_id, company_id, purpose, algorithm, status, hsm_key_reference, master_key_id,
    version, created_at, rotated_at, used_at
  FROM encryption_keys
  WHERE (company_id, id) > ($1, $2) AND company_id > 0 AND purpose = ANY ($3::text[])
    AND status <> 'destroyed' AND ($5::bigint = 0 OR company_id = $5::bigint)
  ORDER BY company_id, id LIMIT $4`;

/** Reads company by company until the page is full: one query over several companies would sort all their rows. */
export async function readPage(
  tx: Queries,
  scope: Scope,
  { after, keyTypes, count }: PageOf,
): Promise<KeyRow[]> {
  const rows: KeyRow[] = [];
  for (const companyId of scope === 'all' ? [ALL] : scope.companies) {
    if (rows.length >= count) break;
    if (companyId !== ALL && companyId < after.companyId) continue;
    const values = [after.companyId, after.id, keyTypes, count - rows.length, companyId];
    rows.push(...(await tx.query<KeyRow>(LIST_KEYS, values)));
  }
  return rows;
}

export interface MastersOfPage {
  /** Store references of the masters that wrap a key of the page, by key id. */
  readonly references: ReadonlyMap<string, string>;
  /** How many keys each master of the page wraps, by its key id; complete. */
  readonly wraps: ReadonlyMap<string, number>;
}

export async function findMastersOfPage(tx: Queries, page: readonly KeyRow[]): Promise<MastersOfPage> {
  const references = await tx.query<{ key_id: string; hsm_key_reference: string }>(
    'SELECT key_id, hsm_key_reference FROM encryption_keys WHERE key_id = ANY ($1::uuid[])',
    [[...new Set(page.flatMap((row) => row.master_key_id ?? []))]],
  );
  const wraps = await tx.query<{ master_key_id: string; n: number }>(
    `SELECT master_key_id, count(*) AS n FROM encryption_keys
    WHERE master_key_id = ANY ($1::uuid[]) AND wrapped IS NOT NULL GROUP BY master_key_id`,
    [page.filter(({ purpose }) => purpose === 'master').map((row) => row.key_id)],
  );
  return {
    references: new Map(references.map((row) => [row.key_id, row.hsm_key_reference])),
    wraps: new Map(wraps.map((row) => [row.master_key_id, row.n])),
  };
}
