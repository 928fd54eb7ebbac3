import type { Column } from './column.ts';
import { toCsv } from './csv.ts';
import { type Report, useFileExport } from './use-file-export.tsx';

interface CsvExport<Row> {
  columns: readonly Column<Row>[];
  /** File name with extension. */
  fileName: string;
  /** Content of the file. The server does not create it, so the trail has no entry. */
  text: string;
  /** Every row of the list. */
  load: (report: Report, signal: AbortSignal) => Promise<readonly Row[]>;
}

/** Exports a list without a file in the API as CSV, page after page. Render `exportDialog`. */
export function useCsvExport<Row>({ columns, fileName, text, load }: CsvExport<Row>) {
  return useFileExport(async (signal, report) => {
    report(0, undefined);
    const rows = await load(report, signal);
    return { content: new Blob([toCsv(columns, rows)], { type: 'text/csv' }), fileName };
  }, text);
}
