import { FIELD_CODES, type StoredType } from '@pii-vault/platform/domain/field-types/field-type';
import type { Tx } from '@pii-vault/platform/postgres/database';
import type { OpenedKey } from '../../keys/company-keys/opened-keys.ts';
import { searchHandle } from './blind-index.ts';

/**
 * Holders of these canonical values in the company: value to individual ids, ascending, at most `limit` ids in all.
 * Tries every live version of the index key. OFFSET 0: one index lookup per handle, for any statistics.
 */
export async function findHolders(
  tx: Tx,
  keys: readonly OpenedKey[],
  companyId: number,
  type: StoredType,
  values: readonly string[],
  limit = 100_000,
): Promise<ReadonlyMap<string, readonly number[]>> {
  const wanted = keys.flatMap((key) =>
    values.flatMap((value) => {
      const handle = searchHandle(key.key, type, value);
      return handle === null ? [] : [{ value, handle, keyVersion: key.version }];
    }),
  );
  if (wanted.length === 0) return new Map();
  const rows = await tx.query<{ n: number; individual_id: number }>(
    `SELECT w.n, s.individual_id
     FROM unnest($3::integer[], $4::bytea[]) WITH ORDINALITY AS w(key_version, handle, n)
     CROSS JOIN LATERAL (
       SELECT x.individual_id FROM search_index x
       WHERE x.company_id = $1 AND x.field_type = $2 AND x.key_version = w.key_version AND x.handle = w.handle
       OFFSET 0) s
     LIMIT $5`,
    [
      companyId,
      FIELD_CODES[type],
      wanted.map((one) => one.keyVersion),
      wanted.map((one) => one.handle),
      limit,
    ],
  );
  const holders = new Map<string, number[]>();
  for (const row of rows) {
    const value = wanted[row.n - 1]?.value ?? '';
    const known = holders.get(value) ?? [];
    if (!known.includes(row.individual_id)) holders.set(value, [...known, row.individual_id]);
  }
  for (const ids of holders.values()) ids.sort((a, b) => a - b);
  return holders;
}
