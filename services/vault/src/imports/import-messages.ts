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
  titleLines: BigInt(titleLines),
});

export const errorMessage = ({
  row,
  line = 0,
  sheetRow = 0,
  column,
  reason,
  message,
}: RowError): ImportError => ({
  row: BigInt(row),
  line: BigInt(line),
  sheetRow: BigInt(sheetRow),
  column,
  reason,
  message,
});

export function holdMessage(hold: ImportHold | undefined): HoldMessage | undefined {
  if (hold === undefined) return undefined;
  const { columns, dates, titleLines, purposes } = hold;
  return {
    titleLines: BigInt(titleLines),
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
      rows: BigInt(dates.rows),
      firstRow: BigInt(dates.firstRow),
      firstLine: BigInt(dates.firstLine ?? 0),
      mixed: dates.isMixed,
    },
  };
}

export const importMessage = (summary: ImportSummary, fileName: string): Import => ({
  id: BigInt(summary.id),
  companyId: BigInt(summary.companyId),
  fileName,
  status: summary.status,
  statusReason: summary.statusReason,
  bytesTotal: BigInt(summary.bytesTotal),
  bytesRead: BigInt(summary.bytesRead),
  processed: BigInt(summary.processed),
  accepted: BigInt(summary.accepted),
  rejected: BigInt(summary.rejected),
  knownPeople: BigInt(summary.knownPeople),
  perSecond: perSecond(summary.processed, summary.busyMs),
  createdAt: summary.createdAt,
  finishedAt: summary.finishedAt ?? undefined,
  statusMessage: statusMessage(summary),
  nextTryAt: summary.nextTryAt ?? undefined,
});
