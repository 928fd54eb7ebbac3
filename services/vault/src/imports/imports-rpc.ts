import { permission } from '@pii-vault/platform/rpc/allow';
import { type RpcService, serve } from '@pii-vault/platform/rpc/serve';
import {
  type ImportHold as HoldMessage,
  type Import,
  ImportsServiceService,
  type ListImportsRequest,
} from '@pii-vault/proto/vault/v1/imports';
import type { CompanyStatus } from '../company-status/company-status.ts';
import type { CompanyKeys } from '../keys/company-keys.ts';
import { cancelImport } from './cancel-import.ts';
import { ignoredColumns } from './column-plan.ts';
import { type CreateImportDeps, createImport } from './create-import.ts';
import { openFileName } from './file-name.ts';
import { getImport, listImportErrors, listImports } from './find-imports.ts';
import { type ImportSummary, perSecond } from './import.ts';
import { holdOf, type ImportHold } from './import-hold.ts';
import { mapImport } from './map-import.ts';
import { retryImport } from './retry-import.ts';
import { statusMessage } from './status-message.ts';

export interface ImportsRpcDeps extends CreateImportDeps {
  readonly companyStatus: Pick<CompanyStatus, 'requireOpen' | 'readScope'>;
  readonly keys: CreateImportDeps['keys'] & Pick<CompanyKeys, 'texts' | 'fieldKeyVersion'>;
}

/** Every call needs pii:write; which companies it spans is decided from the import's own company. */
export function importsRpc(deps: ImportsRpcDeps): RpcService {
  const create = createImport(deps);
  const get = getImport(deps);
  const list = listImports(deps);
  const listErrors = listImportErrors(deps);
  const cancel = cancelImport(deps);
  const map = mapImport(deps);
  const retry = retryImport(deps);
  const shown = async (summary: ImportSummary): Promise<Import> =>
    toMessage(summary, await openFileName(deps.keys, summary));

  return serve(ImportsServiceService, {
    createImport: {
      allow: permission('pii:write'),
      handle: async (ctx, messages) => {
        const { summary, plan, isExisting } = await create(ctx, messages);
        const hold = await holdOf(deps, summary);
        return {
          import: await shown(summary),
          mapping: { ...plan.columns.targets },
          ignoredColumns: ignoredColumns(plan.columns),
          existing: isExisting,
          hold: hold && holdMessage(hold),
        };
      },
    },
    getImport: {
      allow: permission('pii:write'),
      handle: async (ctx, { id }) => {
        const summary = await get(ctx, Number(id));
        const hold = await holdOf(deps, summary);
        return { import: await shown(summary), hold: hold && holdMessage(hold) };
      },
    },
    listImports: {
      allow: permission('pii:write', ({ companyId }) => companyId),
      handle: async (ctx, request) => {
        const { imports, nextBeforeId } = await list(ctx, pageOf(request));
        return { imports: await Promise.all(imports.map(shown)), nextBeforeId: BigInt(nextBeforeId) };
      },
    },
    listImportErrors: {
      allow: permission('pii:write'),
      handle: async (ctx, { importId, limit, afterId }) => {
        const page = { importId: Number(importId), limit, afterId: Number(afterId) };
        const { errors, nextAfterId } = await listErrors(ctx, page);
        return {
          errors: errors.map(({ row, line = 0, sheetRow = 0, column, reason, message }) => ({
            row: BigInt(row),
            line: BigInt(line),
            sheetRow: BigInt(sheetRow),
            column,
            reason,
            message,
          })),
          nextAfterId: BigInt(nextAfterId),
        };
      },
    },
    cancelImport: {
      allow: permission('pii:write'),
      handle: async (ctx, { id }) => ({ import: await shown(await cancel(ctx, Number(id))) }),
    },
    mapImport: {
      allow: permission('pii:write'),
      handle: async (ctx, request) => ({ import: await shown(await map(ctx, request)) }),
    },
    retryImport: {
      allow: permission('pii:write'),
      handle: async (ctx, { id }) => ({ import: await shown(await retry(ctx, Number(id))) }),
    },
  });
}

const pageOf = ({ companyId, limit, beforeId }: ListImportsRequest) => ({
  companyId: companyId === undefined ? undefined : Number(companyId),
  limit,
  beforeId: Number(beforeId),
});

const holdMessage = ({ columns, dates }: ImportHold): HoldMessage => ({
  columns: columns.map(({ name, target = '', suggestion = '', samples }) => ({
    name,
    target,
    suggestion,
    samples: [...samples],
  })),
  dates: dates && {
    order: dates.order,
    rows: BigInt(dates.rows),
    firstRow: BigInt(dates.firstRow),
    firstLine: BigInt(dates.firstLine ?? 0),
    mixed: dates.isMixed,
  },
});

const toMessage = (summary: ImportSummary, fileName: string): Import => ({
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
  perSecond: perSecond(summary.processed, summary.busyMs),
  createdAt: summary.createdAt,
  finishedAt: summary.finishedAt ?? undefined,
  statusMessage: statusMessage(summary),
  nextTryAt: summary.nextTryAt ?? undefined,
});
