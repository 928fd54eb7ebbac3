import { type Column, toCsv } from './column.ts';
import { type Report, useFileExport } from './use-file-export.tsx';

interface CsvExport<Row> {
  columns: readonly Column<Row>[];
  /** File name with extension. */
  fileName: string;
  /** Description of the file. The server does not create it, so the audit trail has no entry. */
  text: string;
  /** Loads all rows of the list. */
  load: (report: Report, signal: AbortSignal) => Promise<readonly Row[]>;
}

/** Exports a list as CSV, page by page, where the API has no export route. Render `exportDialog`. */
export function useCsvExport<Row>({ columns, fileName, text, load }: CsvExport<Row>) {
  return useFileExport(async (signal, report) => {
    report(0, undefined);
    const rows = await load(report, signal);
    return { content: new Blob([toCsv(columns, rows)], { type: 'text/csv' }), fileName };
  }, text);
}
