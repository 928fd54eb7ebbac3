import { FIELD_CODES, type StoredType } from '@pii-vault/platform/domain/field-types/field-type';
import type { Tx } from '@pii-vault/platform/postgres/database';
import type { OpenedKey } from '../keys/opened-keys.ts';
import { soughtHandles } from './blind-index.ts';

/** A canonical value; `typed` is the text that it was made of, where an older version stored that otherwise. */
export interface SoughtValue {
  readonly value: string;
  readonly typed?: string;
}

/** The external id of a person to be written, as it is sought; none of a person without. */
export const soughtIds = (
  person: { readonly externalId?: string; readonly externalIdTyped?: string } | undefined,
): SoughtValue[] =>
  person?.externalId === undefined ? [] : [{ value: person.externalId, typed: person.externalIdTyped }];

/**
 * Who holds these values in the company: canonical value to individual ids, ascending, at most `limit` ids in
 * all. Every live version of the index key is tried, and every form that older versions stored. OFFSET 0: one index
 * lookup per handle, whatever the statistics.
 */
export async function findHolders(
  tx: Tx,
  keys: readonly OpenedKey[],
  companyId: number,
  type: StoredType,
  values: readonly SoughtValue[],
  limit = 100_000,
): Promise<ReadonlyMap<string, readonly number[]>> {
  const wanted = keys.flatMap((key) =>
    values.flatMap(({ value, typed }) =>
      soughtHandles(key.key, type, value, typed).map((handle) => ({
        value,
        handle,
        keyVersion: key.version,
      })),
    ),
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
