import type { Tx } from '@pii-vault/platform/postgres/database';
import type { ImportName } from './import-key.ts';

/** Notes people that an import changed and did not create; an import may change one several times. */
export async function insertCorrections(
  tx: Tx,
  name: ImportName,
  individualIds: readonly number[],
): Promise<void> {
  if (individualIds.length === 0) return;
  await tx.query(
    `INSERT INTO import_corrections (company_id, import_id, individual_id)
     SELECT $1::bigint, $2::bigint, unnest($3::bigint[]) ON CONFLICT DO NOTHING`,
    [name.companyId, name.importId, individualIds],
  );
}

/** $1 company, $2 import, $3 behind this person, $4 limit. */
export const LIST_CORRECTIONS = `SELECT individual_id AS id FROM import_corrections
  WHERE company_id = $1::bigint AND import_id = $2::bigint AND individual_id > $3::bigint
  ORDER BY company_id, import_id, individual_id LIMIT $4::integer`;

/** Ascending, behind `afterId` (0 = from the start). */
export async function listCorrectedPeople(
  tx: Tx,
  name: ImportName,
  page: { readonly afterId: number; readonly limit: number },
): Promise<number[]> {
  const values = [name.companyId, name.importId, page.afterId, page.limit];
  return (await tx.query<{ id: number }>(LIST_CORRECTIONS, values)).map(({ id }) => id);
}
