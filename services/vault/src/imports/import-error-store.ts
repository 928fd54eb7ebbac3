import type { Tx } from '@pii-vault/platform/db/database';
import type { ImportName } from './import-key.ts';
import type { RowProblem } from './row.ts';

export interface RowError extends RowProblem {
  /** 1 = the first row of people. */
  readonly row: number;
}

/** Appends errors in file order; `count` is how many the import has already. */
export async function insertRowErrors(
  tx: Tx,
  name: ImportName,
  count: number,
  errors: readonly RowError[],
): Promise<void> {
  if (errors.length === 0) return;
  await tx.query(
    `INSERT INTO import_errors (company_id, import_id, id, row_number, column_name, reason, message)
     SELECT $1::bigint, $2::bigint, $3::bigint + e.ord, e.row_number, e.column_name, e.reason, e.message
     FROM unnest($4::bigint[], $5::text[], $6::text[], $7::text[])
       WITH ORDINALITY AS e(row_number, column_name, reason, message, ord)`,
    [
      name.companyId,
      name.importId,
      count,
      errors.map((error) => error.row),
      errors.map((error) => error.column),
      errors.map((error) => error.reason),
      errors.map((error) => error.message),
    ],
  );
}

/** $1 company, $2 import, $3 behind this id, $4 limit. */
export const LIST_ROW_ERRORS = `SELECT id, row_number AS row, column_name AS "column", reason, message
  FROM import_errors WHERE company_id = $1::bigint AND import_id = $2::bigint AND id > $3::bigint
  ORDER BY company_id, import_id, id LIMIT $4::integer`;

/** In file order, behind `afterId` (0 = from the start). */
export async function listRowErrors(
  tx: Tx,
  name: ImportName,
  page: { readonly afterId: number; readonly limit: number },
): Promise<Array<RowError & { readonly id: number }>> {
  return await tx.query(LIST_ROW_ERRORS, [name.companyId, name.importId, page.afterId, page.limit]);
}
