import type { Tx } from '@pii-vault/platform/postgres/database';
import type { ImportName } from './import-key.ts';
import type { RowProblem } from './row.ts';

/** Position of a row. */
export interface RowPlace {
  /** 1 = the first row of people. */
  readonly row: number;
  /** Line of the file on which the row begins, and its row in a spreadsheet; undefined if not counted. */
  readonly line: number | undefined;
  readonly sheetRow: number | undefined;
}

export type RowError = RowPlace & RowProblem;

/** Length limit of file text in a row error; the product's own reasons and messages are shorter. */
const MAX_TEXT = 1_000;

/** Makes any text storable: well formed, without control characters, truncated. */
const storable = (text: string): string =>
  text
    .slice(0, MAX_TEXT)
    .toWellFormed()
    .replace(/\p{Cc}/gu, '\ufffd');

/** Appends errors in file order; `count` is the number of the import's errors so far. */
export async function insertRowErrors(
  tx: Tx,
  name: ImportName,
  count: number,
  errors: readonly RowError[],
): Promise<void> {
  if (errors.length === 0) return;
  await tx.query(
    `INSERT INTO import_errors (company_id, import_id, id, row_number, line, sheet_row, column_name, reason, message)
     SELECT $1::bigint, $2::bigint, $3::bigint + e.ord, e.row_number, e.line, e.sheet_row, e.column_name, e.reason, e.message
     FROM unnest($4::bigint[], $8::bigint[], $9::bigint[], $5::text[], $6::text[], $7::text[])
       WITH ORDINALITY AS e(row_number, line, sheet_row, column_name, reason, message, ord)`,
    [
      name.companyId,
      name.importId,
      count,
      errors.map((error) => error.row),
      errors.map((error) => storable(error.column)),
      errors.map((error) => storable(error.reason)),
      errors.map((error) => storable(error.message)),
      errors.map((error) => error.line ?? null),
      errors.map((error) => error.sheetRow ?? null),
    ],
  );
}

/** $1 company, $2 import, $3 behind this id, $4 limit. */
export const LIST_ROW_ERRORS = `SELECT id, row_number AS row, line, sheet_row AS "sheetRow", column_name AS "column", reason, message
  FROM import_errors WHERE company_id = $1::bigint AND import_id = $2::bigint AND id > $3::bigint
  ORDER BY company_id, import_id, id LIMIT $4::integer`;

interface StoredRowError extends RowProblem {
  readonly id: number;
  readonly row: number;
  readonly line: number | null;
  readonly sheetRow: number | null;
}

/** In file order, behind `afterId` (0 = from the start). */
export async function listRowErrors(
  tx: Tx,
  name: ImportName,
  page: { readonly afterId: number; readonly limit: number },
): Promise<Array<RowError & { readonly id: number }>> {
  const rows = await tx.query<StoredRowError>(LIST_ROW_ERRORS, [
    name.companyId,
    name.importId,
    page.afterId,
    page.limit,
  ]);
  return rows.map((row) => ({ ...row, line: row.line ?? undefined, sheetRow: row.sheetRow ?? undefined }));
}
