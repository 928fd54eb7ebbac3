import type { Ctx } from '@pii-vault/platform/core/context/ctx';
import { notFound } from '@pii-vault/platform/core/errors/not-found';
import { auditMessage } from '@pii-vault/platform/domain/audit-entry';
import { type FindImportsDeps, getImport } from './find-imports.ts';
import { authoriserOf, type ImportSummary } from './import.ts';
import { importFinished, importHeld } from './import-errors.ts';
import { findImport, requeueImport } from './import-store.ts';

export interface RetryImportDeps extends FindImportsDeps {
  /** Called when the job has work. */
  readonly wake: () => void;
}

/**
 * Resumes a paused import at once, with the caller's permission, and resets its attempts. A queued or running one stays
 * unchanged. @throws AppError NOT_FOUND, IMPORT_HELD, IMPORT_FINISHED
 */
export const retryImport =
  (deps: RetryImportDeps) =>
  async (ctx: Ctx, id: number): Promise<ImportSummary> => {
    const found = await getImport(deps)(ctx, id);
    const { companyId } = found;
    if (found.status === 'queued' || found.status === 'running') return found;
    if (found.status === 'needs_mapping') throw importHeld();
    if (found.status !== 'paused') throw importFinished();
    const next = await deps.db.tenant({ companies: [companyId] }, async (tx) => {
      await requeueImport(tx, companyId, id, authoriserOf(ctx));
      await tx.publish(
        auditMessage('vault', ctx, {
          action: 'import_retry',
          companyId,
          objectIds: { importId: String(id) },
        }),
      );
      return await findImport(tx, id);
    });
    if (next === undefined) throw notFound();
    deps.wake();
    return next;
  };
