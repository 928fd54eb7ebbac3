import {
  columnTargets,
  type createImportQuery,
  dateOrders,
  type Import,
  type ImportHold,
  importStatuses,
  type mapImportBody,
} from '@pii-vault/contract/imports/imports-schema';
import { defaultLimit } from '@pii-vault/contract/query';
import type { KeysOf } from '@pii-vault/contract/routes';
import type {
  ImportError,
  ImportHold as StoredHold,
  Import as StoredImport,
} from '@pii-vault/proto/vault/v1/imports';
import type { z } from 'zod';
import type { Handlers } from '../edge/handler.ts';
import { companyOf } from '../wire/company-of.ts';
import {
  fromId,
  fromOptionalId,
  oneDecimal,
  oneOf,
  present,
  toId,
  toIso,
  toOptionalIso,
} from '../wire/values.ts';
import { type ImportDeps, streamImport } from './stream-import.ts';

export function importsHandlers(deps: ImportDeps): Handlers<KeysOf<'imports'>> {
  const { imports } = deps;
  return {
    'POST /imports': async ({ ctx, session, query, request }) => {
      const mediaType = (request.get('content-type') ?? '').split(';')[0]?.trim().toLowerCase() ?? '';
      const options = { companyId: companyOf(query.companyId, session), mediaType, ...toOptions(query) };
      const answer = await streamImport(deps, ctx, options, request);
      const { id, status } = present(answer.import);
      return {
        body: {
          id: toId(id),
          status,
          mapping: { ...answer.mapping },
          ignoredColumns: [...answer.ignoredColumns],
          hold: toHold(answer.hold),
        },
        headers: { Location: `/api/imports/${id}` },
      };
    },
    'GET /imports': async ({ ctx, query, position }) => {
      const answer = await imports.listImports(ctx, {
        companyId: fromOptionalId(query.companyId),
        limit: query.limit ?? defaultLimit,
        beforeId: BigInt(position ?? 0),
      });
      return { body: answer.imports.map(toImport), next: nextOf(answer.nextBeforeId) };
    },
    'GET /imports/{id}': async ({ ctx, params }) => {
      const answer = await imports.getImport(ctx, { id: fromId(params.id) });
      return { body: { ...toImport(present(answer.import)), hold: toHold(answer.hold) } };
    },
    'PUT /imports/{id}/mapping': async ({ ctx, params, body }) => {
      const answer = await imports.mapImport(ctx, { id: fromId(params.id), ...toReading(body) });
      return { body: toImport(present(answer.import)) };
    },
    'POST /imports/{id}/retry': async ({ ctx, params }) => {
      const answer = await imports.retryImport(ctx, { id: fromId(params.id) });
      return { body: toImport(present(answer.import)) };
    },
    'GET /imports/{id}/errors': async ({ ctx, params, query, position }) => {
      const answer = await imports.listImportErrors(ctx, {
        importId: fromId(params.id),
        limit: query.limit ?? defaultLimit,
        afterId: BigInt(position ?? 0),
      });
      return { body: answer.errors.map(toError), next: nextOf(answer.nextAfterId) };
    },
    'DELETE /imports/{id}': async ({ ctx, params }) => {
      await imports.cancelImport(ctx, { id: fromId(params.id) });
      return { body: { success: true } };
    },
  };
}

const nextOf = (id: bigint) => (id === 0n ? undefined : id.toString());

function toOptions(query: z.output<typeof createImportQuery>) {
  return {
    purpose: query.purpose,
    noticeVersion: query.noticeVersion ?? '',
    language: query.language ?? '',
    channel: query.channel ?? '',
    alsoFor: query.alsoFor ?? [],
    fileName: query.fileName ?? '',
    onInvalid: query.onInvalid ?? 'reject',
    ...toReading(query),
  };
}

function toReading({ mapping, unmapped, dateOrder }: z.output<typeof mapImportBody>) {
  return {
    mapping: mapping === undefined ? '' : JSON.stringify(mapping),
    unmapped: unmapped ?? '',
    dateOrder: dateOrder ?? '',
  };
}

function toHold(hold: StoredHold | undefined): ImportHold | null {
  if (hold === undefined) return null;
  const { columns, dates } = hold;
  return {
    columns: columns.map(({ name, target, suggestion, samples }) => ({
      name,
      target: target === '' ? null : oneOf(columnTargets, target),
      suggestion: suggestion === '' ? null : oneOf(columnTargets, suggestion),
      samples: [...samples],
    })),
    dates:
      dates === undefined
        ? null
        : {
            order: oneOf(dateOrders, dates.order),
            rows: Number(dates.rows),
            firstRow: Number(dates.firstRow),
            firstLine: placeOf(dates.firstLine),
            isMixed: dates.mixed,
          },
  };
}

/** 0 on the wire: not known. */
const placeOf = (place: bigint) => (place === 0n ? null : Number(place));

function toError({ row, line, sheetRow, column, reason, message }: ImportError) {
  const place = { row: Number(row), line: placeOf(line), sheetRow: placeOf(sheetRow) };
  return { ...place, column: column === '' ? null : column, reason, message };
}

function toImport(stored: StoredImport): Import {
  return {
    id: toId(stored.id),
    companyId: toId(stored.companyId),
    fileName: stored.fileName === '' ? null : stored.fileName,
    status: oneOf(importStatuses, stored.status),
    statusReason: stored.statusReason === '' ? null : stored.statusReason,
    statusMessage: stored.statusMessage === '' ? null : stored.statusMessage,
    nextTryAt: toOptionalIso(stored.nextTryAt),
    bytesTotal: Number(stored.bytesTotal),
    bytesRead: Number(stored.bytesRead),
    processed: Number(stored.processed),
    accepted: Number(stored.accepted),
    rejected: Number(stored.rejected),
    perSecond: oneDecimal(stored.perSecond),
    createdAt: toIso(stored.createdAt),
    finishedAt: toOptionalIso(stored.finishedAt),
  };
}
