import { auditMessage } from '@pii-vault/platform/audit/audit-entry';
import type { Ctx } from '@pii-vault/platform/context/ctx';
import type { Database, Tx } from '@pii-vault/platform/db/database';
import type { RandomPool } from '../envelope/random-pool.ts';
import type { CompanyKeys } from '../keys/company-keys.ts';
import type { OpenedKey } from '../keys/opened-keys.ts';
import { type FilePlan, planToJson } from './file-plan.ts';
import type { ImportSummary } from './import.ts';
import { uploadBroken } from './import-errors.ts';
import { importFingerprint } from './import-fingerprint.ts';
import { findByFingerprint, findImport, requeueImport } from './import-store.ts';
import type { OpenUpload } from './open-upload.ts';
import type { ReadUpload } from './upload-reader.ts';
import { deleteUpload, lockFingerprint, queueUpload } from './upload-store.ts';

export interface FinishUploadDeps {
  readonly db: Pick<Database, 'tenant'>;
  readonly keys: Pick<CompanyKeys, 'indexKey' | 'indexKeys'>;
  readonly random: RandomPool;
}

export interface CreatedImport {
  readonly summary: ImportSummary;
  readonly plan: FilePlan;
  /** The same file lay here already; nothing was started. */
  readonly isExisting: boolean;
}

/** The whole file lies here: it is queued, or taken back when the same one was imported before. */
export const finishUpload =
  (deps: FinishUploadDeps) =>
  async (ctx: Ctx, upload: OpenUpload, read: ReadUpload): Promise<CreatedImport> => {
    const { name, options } = upload;
    const fingerprintOf = ({ key }: OpenedKey) => importFingerprint(key, options, read.plan, read.sha256);
    const fingerprint = fingerprintOf(await deps.keys.indexKey(name.companyId));
    const known = (await deps.keys.indexKeys(name.companyId)).map(fingerprintOf);
    return await deps.db.tenant({ companies: [name.companyId] }, async (tx) => {
      await lockFingerprint(tx, name.companyId, fingerprint);
      const existing = await findByFingerprint(tx, name.companyId, known);
      if (existing !== undefined) {
        return { summary: await takeBack(tx, upload, existing), plan: read.plan, isExisting: true };
      }
      const plan = upload.key.sealPlan(planToJson(read.plan), deps.random);
      const { chunkCount, bytesTotal } = read;
      const { dataOffset } = read.plan;
      const finished = { ...name, fingerprint, plan, chunkCount, bytesTotal, dataOffset };
      const isQueued = await queueUpload(tx, finished);
      const summary = await findImport(tx, name.importId);
      if (!isQueued || summary === undefined) throw uploadBroken();
      await tx.publish(
        auditMessage('vault', ctx, {
          action: 'import_create',
          companyId: name.companyId,
          purpose: options.consent.purpose,
          objectIds: { importId: String(name.importId) },
          counts: { bytes: bytesTotal },
        }),
      );
      return { summary, plan: read.plan, isExisting: false };
    });
  };

/** The first import of the file stands; a paused one goes on under the right of who has just sent it again. */
async function takeBack(tx: Tx, upload: OpenUpload, existing: ImportSummary): Promise<ImportSummary> {
  await deleteUpload(tx, upload.name);
  await requeueImport(tx, existing.companyId, existing.id, upload.authoriser);
  return (await findImport(tx, existing.id)) ?? existing;
}
