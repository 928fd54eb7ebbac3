import { permission } from '@pii-vault/platform/rpc/allow';
import { type RpcService, type RpcSpecs, serve } from '@pii-vault/platform/rpc/serve';
import { type GetImportResponse, ImportsService } from '@pii-vault/proto/vault/v1/imports';
import type { CompanyStatus } from '../consents/company-status/company-status.ts';
import type { CompanyKeys } from '../keys/company-keys/company-keys.ts';
import { cancelImport } from './cancel-import.ts';
import { type CreateImportDeps, createImport } from './create-import.ts';
import { openFileName } from './file-name.ts';
import { getImport, listImportCorrections, listImportErrors, listImports } from './find-imports.ts';
import type { ImportSummary } from './import.ts';
import { holdOf, type ImportHold } from './import-hold.ts';
import { errorMessage, importMessage, readingMessage } from './import-messages.ts';
import { mapImport } from './map-import.ts';
import { retryImport } from './retry-import.ts';

export interface ImportsRpcDeps extends CreateImportDeps {
  readonly companyStatus: Pick<CompanyStatus, 'requireOpen' | 'readScope'>;
  readonly keys: CreateImportDeps['keys'] & Pick<CompanyKeys, 'texts' | 'fieldKeyVersion'>;
}

/** Every call needs pii:write; the import's own company decides the scope. */
export function importsRpc(deps: ImportsRpcDeps): RpcService {
  const create = createImport(deps);
  const [cancel, map, retry] = [cancelImport(deps), mapImport(deps), retryImport(deps)];
  const shown = shownImport(deps);
  const detail = async (summary: ImportSummary) => ({
    import: await shown(summary, await holdOf(deps, summary)),
  });

  return serve(ImportsService, {
    createImport: {
      allow: permission('pii:write'),
      handle: async (ctx, messages) => {
        const { summary, plan, isExisting: existing } = await create(ctx, messages);
        return { ...(await detail(summary)), ...readingMessage(plan), existing };
      },
    },
    ...readings(deps, detail),
    cancelImport: {
      allow: permission('pii:write'),
      handle: async (ctx, { id }) => ({ import: await shown(await cancel(ctx, id)) }),
    },
    mapImport: {
      allow: permission('pii:write'),
      handle: async (ctx, request) => ({ import: await shown(await map(ctx, request)) }),
    },
    retryImport: {
      allow: permission('pii:write'),
      handle: async (ctx, { id }) => ({ import: await shown(await retry(ctx, id)) }),
    },
  });
}

const shownImport = (deps: Pick<ImportsRpcDeps, 'keys'>) => async (one: ImportSummary, hold?: ImportHold) =>
  importMessage(one, await openFileName(deps.keys, one), hold);

type Specs = RpcSpecs<typeof ImportsService>;

function readings(
  deps: ImportsRpcDeps,
  detail: (one: ImportSummary) => Promise<GetImportResponse>,
): Pick<Specs, 'getImport' | 'listImports' | 'listImportErrors' | 'listImportCorrections'> {
  const [get, list, listErrors] = [getImport(deps), listImports(deps), listImportErrors(deps)];
  const listCorrections = listImportCorrections(deps);
  const shown = shownImport(deps);
  return {
    getImport: {
      allow: permission('pii:write'),
      handle: async (ctx, { id }) => await detail(await get(ctx, id)),
    },
    listImports: {
      allow: permission('pii:write', ({ companyId }) => companyId),
      handle: async (ctx, request) => {
        const { imports, nextCursor } = await list(ctx, request);
        return { imports: await Promise.all(imports.map((one) => shown(one))), nextCursor };
      },
    },
    listImportErrors: {
      allow: permission('pii:write'),
      handle: async (ctx, request) => {
        const { errors, nextCursor } = await listErrors(ctx, request);
        return { errors: errors.map(errorMessage), nextCursor };
      },
    },
    listImportCorrections: {
      allow: permission('pii:write'),
      handle: async (ctx, { importId, limit, afterIndividualId }) => {
        const page = { importId, limit, afterId: afterIndividualId };
        const { companyId, individualIds, nextAfterId } = await listCorrections(ctx, page);
        return {
          companyId,
          individualIds,
          nextAfterIndividualId: nextAfterId,
        };
      },
    },
  };
}
