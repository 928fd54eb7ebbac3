import {
  columnTargetSchema,
  columnTargets,
  type createImportQuery,
  dateOrders,
  type Import,
  type ImportHold,
  importStatuses,
  type mapImportBody,
} from '@pii-vault/contract/imports/imports-schema';
import { withoutDirectionMarks } from '@pii-vault/platform/values/direction-marks';
import type {
  CreateImportResponse,
  ImportError,
  ImportHold as StoredHold,
  Import as StoredImport,
} from '@pii-vault/proto/vault/v1/imports';
import type { z } from 'zod';
import { oneDecimal, oneOf, orNull, present, toIso, toOptionalIso } from '../wire/values.ts';

export function toOptions(query: z.output<typeof createImportQuery>) {
  return {
    purpose: query.purpose,
    noticeVersion: query.noticeVersion ?? '',
    language: query.language ?? '',
    channel: query.channel ?? '',
    alsoFor: query.alsoFor ?? [],
    fileName: query.fileName ?? '',
    onInvalid: query.onInvalid ?? 'reject',
    afterErasure: query.afterErasure ?? '',
    onConflict: query.onConflict ?? '',
    onKnown: query.onKnown ?? '',
    ...toReading(query),
  };
}

export function toReading({ mapping, unmapped, dateOrder }: z.output<typeof mapImportBody>) {
  return {
    mapping: mapping === undefined ? '' : JSON.stringify(mapping),
    unmapped: unmapped ?? '',
    dateOrder: dateOrder ?? '',
  };
}

export function toHold(hold: StoredHold | undefined): ImportHold | null {
  if (hold === undefined) return null;
  const { columns, dates, titleLines, purposes } = hold;
  return {
    titleLines,
    purposes: [...purposes],
    columns: columns.map(({ name, target, suggestion, mayStateRefusal, samples }) => ({
      name,
      target: target === '' ? null : columnTargetSchema.parse(target),
      suggestion: suggestion === '' ? null : oneOf(columnTargets, suggestion),
      mayStateRefusal,
      samples: [...samples],
    })),
    dates:
      dates === undefined
        ? null
        : {
            order: oneOf(dateOrders, dates.order),
            rows: dates.rows,
            firstRow: dates.firstRow,
            firstLine: placeOf(dates.firstLine),
            isMixed: dates.mixed,
          },
  };
}

/** 0 in the message: unknown. */
const placeOf = (place: number) => (place === 0 ? null : place);

export function toError({ row, line, sheetRow, column, reason, message }: ImportError) {
  const place = { row, line: placeOf(line), sheetRow: placeOf(sheetRow) };
  return { ...place, column: orNull(column), reason, message };
}

export function toImport(stored: StoredImport): Import {
  return {
    id: stored.id,
    companyId: stored.companyId,
    // Names that were stored with marks are cleaned, too.
    fileName: withoutDirectionMarks(stored.fileName) || null,
    status: oneOf(importStatuses, stored.status),
    statusReason: orNull(stored.statusReason),
    statusMessage: orNull(stored.statusMessage),
    nextTryAt: toOptionalIso(stored.nextTryAt),
    failedLine: placeOf(stored.failedLine),
    bytesTotal: stored.bytesTotal,
    bytesRead: stored.bytesRead,
    processed: stored.processed,
    accepted: stored.accepted,
    rejected: stored.rejected,
    knownPeople: stored.knownPeople,
    perSecond: oneDecimal(stored.perSecond),
    createdAt: toIso(stored.createdAt),
    finishedAt: toOptionalIso(stored.finishedAt),
  };
}

export function toAccepted(answer: CreateImportResponse) {
  const { id, status } = present(answer.import);
  return {
    id,
    status,
    mapping: { ...answer.mapping },
    ignoredColumns: [...answer.ignoredColumns],
    titleLines: answer.titleLines,
    hold: toHold(answer.hold),
  };
}
