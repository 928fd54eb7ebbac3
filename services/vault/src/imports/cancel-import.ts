import type { Ctx } from '@pii-vault/platform/core/context/ctx';
import { notFound } from '@pii-vault/platform/core/errors/not-found';
import { auditMessage } from '@pii-vault/platform/domain/audit-entry';
import { type FindImportsDeps, getImport } from './find-imports.ts';
import type { ImportSummary } from './import.ts';
import { importFinished } from './import-errors.ts';
import { endImport, findImport } from './import-store.ts';

/**
 * Ends an import that is queued, held, running or paused. Written people stay; the file and its key are destroyed. A
 * running batch is committed before, or not at all. @throws AppError NOT_FOUND, IMPORT_FINISHED
 */
export const cancelImport =
  (deps: FindImportsDeps) =>
  async (ctx: Ctx, id: number): Promise<ImportSummary> => {
    const { companyId } = await getImport(deps)(ctx, id);
    return await deps.db.tenant({ companies: [companyId] }, async (tx) => {
      if (!(await endImport(tx, { companyId, id, status: 'cancelled', reason: '' }))) throw importFinished();
      const ended = await findImport(tx, id);
      if (ended === undefined) throw notFound();
      const { processed, accepted, rejected } = ended;
      await tx.publish(
        auditMessage('vault', ctx, {
          action: 'import_cancel',
          companyId,
          objectIds: { importId: String(id) },
          counts: { processed, accepted, rejected },
        }),
      );
      return ended;
    });
  };
