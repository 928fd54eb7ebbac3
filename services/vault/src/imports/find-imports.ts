import type { Ctx } from '@pii-vault/platform/core/context/ctx';
import { requirePermission } from '@pii-vault/platform/core/context/permissions';
import { notFound } from '@pii-vault/platform/core/errors/not-found';
import { idIn, pageById } from '@pii-vault/platform/core/tables/list-cursor';
import type { Database, Scope } from '@pii-vault/platform/postgres/database';
import type { CompanyStatus } from '../consents/company-status/company-status.ts';
import { listCorrectedPeople } from './correction-store.ts';
import type { ImportSummary } from './import.ts';
import { listRowErrors, type RowError } from './import-error-store.ts';
import { countHeld, findImport, listImportRows } from './import-store.ts';

export interface FindImportsDeps {
  readonly db: Pick<Database, 'tenant'>;
  readonly companyStatus: Pick<CompanyStatus, 'readScope'>;
}

const DEFAULT_LIMIT = 50;
const MAX_LIMIT = 200;
const MAX_PEOPLE = 1_000;

const limitOf = (asked: number, most = MAX_LIMIT) => Math.min(asked > 0 ? asked : DEFAULT_LIMIT, most);

/** Imports are visible to callers that may write people, while their company is open. */
async function writableScope(deps: FindImportsDeps, ctx: Ctx, companyId?: number): Promise<Scope> {
  return { companies: await deps.companyStatus.readScope(ctx, 'pii:write', companyId) };
}

/** @throws AppError NOT_FOUND, also for an import of a company in which the caller may not write */
export const getImport =
  (deps: FindImportsDeps) =>
  async (ctx: Ctx, id: number): Promise<ImportSummary> => {
    const found = await deps.db.tenant(await writableScope(deps, ctx), (tx) => findImport(tx, id));
    if (found === undefined) throw notFound();
    return found;
  };

export interface ImportPage {
  readonly companyId?: number | undefined;
  readonly cursor?: string | undefined;
  readonly limit: number;
}

/** Newest first; without companyId those of every company in which the caller may write. */
export const listImports =
  (deps: FindImportsDeps) =>
  async (
    ctx: Ctx,
    page: ImportPage,
  ): Promise<{ imports: ImportSummary[]; nextCursor: string | undefined }> => {
    if (page.companyId !== undefined) requirePermission(ctx, 'pii:write', page.companyId);
    const scope = await writableScope(deps, ctx, page.companyId);
    const limit = limitOf(page.limit);
    const wanted = { companyId: page.companyId, beforeId: idIn(page.cursor) ?? 0, limit: limit + 1 };
    const found = await deps.db.tenant(scope, (tx) => listImportRows(tx, wanted));
    const { rows: imports, nextCursor } = pageById(found, limit);
    return { imports, nextCursor };
  };

/** Imports that wait for their columns, in every company in which the caller may write, or in the named one. */
export const countHeldImports = (deps: FindImportsDeps) => async (ctx: Ctx, companyId?: number) =>
  deps.db.tenant(await writableScope(deps, ctx, companyId), countHeld);

export interface ErrorPage {
  /** Of the import. */
  readonly id: number;
  readonly cursor?: string | undefined;
  readonly limit: number;
}

/** In file order. @throws AppError NOT_FOUND */
export const listImportErrors =
  (deps: FindImportsDeps) =>
  async (ctx: Ctx, page: ErrorPage): Promise<{ errors: RowError[]; nextCursor: string | undefined }> => {
    const limit = limitOf(page.limit);
    return await deps.db.tenant(await writableScope(deps, ctx), async (tx) => {
      const found = await findImport(tx, page.id);
      if (found === undefined) throw notFound();
      const name = { companyId: found.companyId, importId: found.id };
      const wanted = { afterId: idIn(page.cursor) ?? 0, limit: limit + 1 };
      const { rows: errors, nextCursor } = pageById(await listRowErrors(tx, name, wanted), limit);
      return { errors, nextCursor };
    });
  };

export interface CorrectedPeople {
  readonly companyId: number;
  readonly individualIds: number[];
  readonly nextAfterId: number;
}

export interface CorrectedPage {
  readonly importId: number;
  readonly afterId: number;
  readonly limit: number;
}

/** People that an import changed and did not create, ascending. @throws AppError NOT_FOUND */
export const listImportCorrections =
  (deps: FindImportsDeps) =>
  async (ctx: Ctx, page: CorrectedPage): Promise<CorrectedPeople> => {
    const limit = limitOf(page.limit, MAX_PEOPLE);
    return await deps.db.tenant(await writableScope(deps, ctx), async (tx) => {
      const found = await findImport(tx, page.importId);
      if (found === undefined) throw notFound();
      const { companyId, id: importId } = found;
      const wanted = { afterId: page.afterId, limit: limit + 1 };
      const ids = await listCorrectedPeople(tx, { companyId, importId }, wanted);
      const individualIds = ids.slice(0, limit);
      return { companyId, individualIds, nextAfterId: ids.length > limit ? (individualIds.at(-1) ?? 0) : 0 };
    });
  };
