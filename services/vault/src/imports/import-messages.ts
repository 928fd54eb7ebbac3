import { withoutDirectionMarks } from '@pii-vault/platform/values/direction-marks';
import { ignoredColumns } from '@pii-vault/platform/values/import-columns/column-plan';
import type { Import, ImportError } from '@pii-vault/proto/vault/v1/imports';
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

export const errorMessage = ({ column, ...error }: RowError): ImportError => ({
  ...error,
  column: column === '' ? undefined : column,
});

/** @param hold of a held import, except in lists */
export const importMessage = (
  { busyMs, finishedAt, nextTryAt, failedLine, ...summary }: ImportSummary,
  fileName: string,
  hold?: ImportHold,
): Import => ({
  ...summary,
  // Names that were stored with marks are cleaned, too.
  fileName: withoutDirectionMarks(fileName) || undefined,
  statusReason: summary.statusReason || undefined,
  statusMessage: statusMessage({ ...summary, failedLine }),
  perSecond: perSecond(summary.processed, busyMs),
  finishedAt: finishedAt ?? undefined,
  nextTryAt: nextTryAt ?? undefined,
  failedLine: failedLine ?? undefined,
  hold,
});
