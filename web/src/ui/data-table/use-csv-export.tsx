import type { Column } from './column.ts';
import { toCsv } from './csv.ts';
import { type Report, useFileExport } from './use-file-export.tsx';

interface CsvExport<Row> {
  columns: readonly Column<Row>[];
  /** With its ending. */
  fileName: string;
  /** What the file holds: the server makes none, so nothing is entered in the trail. */
  text: string;
  /** Every row of the list. */
  load: (report: Report, signal: AbortSignal) => Promise<readonly Row[]>;
}

/** Writes a list that the API gives no file of as CSV, page after page. Render `exportDialog` somewhere. */
export function useCsvExport<Row>({ columns, fileName, text, load }: CsvExport<Row>) {
  return useFileExport(async (signal, report) => {
    report(0, undefined);
    const rows = await load(report, signal);
    return { content: new Blob([toCsv(columns, rows)], { type: 'text/csv' }), fileName };
  }, text);
}
