import { ignoredColumns } from '@pii-vault/platform/values/import-columns/column-plan';
import type { ImportHold as HoldMessage, Import, ImportError } from '@pii-vault/proto/vault/v1/imports';
import type { FilePlan } from './file-plan.ts';
import { type ImportSummary, perSecond } from './import.ts';
import type { RowError } from './import-error-store.ts';
import type { ImportHold } from './import-hold.ts';
import { statusMessage } from './status-message.ts';

export const readingMessage = ({ columns, titleLines = 0 }: FilePlan) => ({
  mapping: { ...columns.targets },
  ignoredColumns: ignoredColumns(columns),
  titleLines,
});

export const errorMessage = ({
  row,
  line = 0,
  sheetRow = 0,
  column,
  reason,
  message,
}: RowError): ImportError => ({
  row,
  line,
  sheetRow,
  column,
  reason,
  message,
});

export function holdMessage(hold: ImportHold | undefined): HoldMessage | undefined {
  if (hold === undefined) return undefined;
  const { columns, dates, titleLines, purposes } = hold;
  return {
    titleLines,
    purposes: [...purposes],
    columns: columns.map(({ name, target = '', suggestion = '', mayStateRefusal, samples }) => ({
      name,
      target,
      suggestion,
      mayStateRefusal,
      samples: [...samples],
    })),
    dates: dates && {
      order: dates.order,
      rows: dates.rows,
      firstRow: dates.firstRow,
      firstLine: dates.firstLine ?? 0,
      mixed: dates.isMixed,
    },
  };
}

export const importMessage = (summary: ImportSummary, fileName: string): Import => ({
  id: summary.id,
  companyId: summary.companyId,
  fileName,
  status: summary.status,
  statusReason: summary.statusReason,
  bytesTotal: summary.bytesTotal,
  bytesRead: summary.bytesRead,
  processed: summary.processed,
  accepted: summary.accepted,
  rejected: summary.rejected,
  knownPeople: summary.knownPeople,
  perSecond: perSecond(summary.processed, summary.busyMs),
  createdAt: summary.createdAt,
  finishedAt: summary.finishedAt ?? undefined,
  statusMessage: statusMessage(summary),
  nextTryAt: summary.nextTryAt ?? undefined,
  failedLine: summary.failedLine ?? 0,
});
