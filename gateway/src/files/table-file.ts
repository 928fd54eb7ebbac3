import { type Columns, csvChunks } from '@pii-vault/platform/core/tables/csv-chunks';
import { jsonChunks } from '@pii-vault/platform/core/tables/json-chunks';
import type { FileReply } from '../edge/handler.ts';

export type TableFormat = 'csv' | 'json';

interface Table<T> {
  /** Kind of the rows in kebab-case; the file is `<name>-<day>.<format>`. */
  readonly name: string;
  /** ISO date of today in the caller's zone. */
  readonly day: string;
  readonly pages: AsyncIterable<readonly T[]>;
  /** Columns of the CSV; JSON has the rows unchanged. */
  readonly columns: Columns<T>;
}

/** A list as a file, page by page: CSV for spreadsheets, or JSON with the rows of the list. */
export function tableFile<T>(
  format: TableFormat,
  { name, day, pages, columns }: Table<T>,
): FileReply<'text/csv' | 'application/json'> {
  const fileName = `${name}-${day}.${format}`;
  return format === 'csv'
    ? { type: 'text/csv', fileName, chunks: csvChunks(pages, columns) }
    : { type: 'application/json', fileName, chunks: jsonChunks(pages) };
}
