import type { Ctx } from '@pii-vault/platform/core/context/ctx';
import { auditMessage } from '@pii-vault/platform/domain/audit-entry';
import type { Database, Tx } from '@pii-vault/platform/postgres/database';
import { purposesOf } from '../consents/consent.ts';
import type { CompanyKeys } from '../keys/company-keys/company-keys.ts';
import type { OpenedKey } from '../keys/company-keys/opened-keys.ts';
import type { RandomPool } from '../keys/envelope/random-pool.ts';
import { once } from '../people/idempotency/once.ts';
import { type FilePlan, holdReason, needsSurvey, planToJson } from './file-plan.ts';
import type { ImportSummary } from './import.ts';
import { uploadBroken } from './import-errors.ts';
import { formerFingerprint, importFingerprint } from './import-fingerprint.ts';
import { findByFingerprint, findImport, requeueImport } from './import-store.ts';
import type { OpenUpload } from './open-upload.ts';
import { askingRefusals } from './sample-columns.ts';
import { storedFile } from './stored-file.ts';
import type { ReadUpload } from './upload-reader.ts';
import { deleteUpload, lockFingerprint, queueUpload } from './upload-store.ts';

export interface FinishUploadDeps {
  readonly db: Pick<Database, 'tenant'>;
  readonly keys: CompanyKeys;
  readonly random: RandomPool;
}

export interface CreatedImport {
  readonly summary: ImportSummary;
  readonly plan: FilePlan;
  /** The same file was sent before; no new import was started. */
  readonly isExisting: boolean;
}

/** Ends an upload: the import is queued or held, or deleted when the same file was sent before. */
export const finishUpload =
  (deps: FinishUploadDeps) =>
  async (ctx: Ctx, upload: OpenUpload, read: ReadUpload): Promise<CreatedImport> => {
    const { name, options } = upload;
    const plan = await askingRefusals(storedFile(deps.db, name, { ...upload, ...read }), read.plan);
    const fingerprintOf = ({ key }: OpenedKey) => importFingerprint(key, options, read.plan, read.sha256);
    const fingerprint = fingerprintOf(await deps.keys.indexKey(name.companyId));
    const known = (await deps.keys.indexKeys(name.companyId)).flatMap((opened) => [
      fingerprintOf(opened),
      ...listed(formerFingerprint(opened.key, options, read.plan, read.sha256)),
    ]);
    return await deps.db.tenant({ companies: [name.companyId] }, async (tx) => {
      await lockFingerprint(tx, name.companyId, fingerprint);
      const existing = await findByFingerprint(tx, name.companyId, known);
      const call = {
        companyId: name.companyId,
        route: 'POST /imports',
        request: fingerprint.toString('hex'),
      };
      const { importId } = await once(deps.keys, ctx, tx, call, async () => {
        if (existing === undefined)
          await queue(deps, tx, ctx, { upload, read: { ...read, plan }, fingerprint });
        return { importId: existing?.id ?? name.importId };
      });
      const isExisting = importId !== name.importId;
      if (isExisting) await takeBack(tx, upload, importId);
      const summary = await findImport(tx, importId);
      if (summary === undefined) throw uploadBroken();
      return { summary, plan, isExisting };
    });
  };

const listed = <T>(one: T | undefined): T[] => (one === undefined ? [] : [one]);

interface WholeUpload {
  readonly upload: OpenUpload;
  readonly read: ReadUpload;
  readonly fingerprint: Buffer;
}

/**
 * From here on the import is visible, and processed unless it is held.
 * @throws AppError UPLOAD_BROKEN when it was abandoned meanwhile
 */
async function queue(
  deps: Pick<FinishUploadDeps, 'random'>,
  tx: Tx,
  ctx: Ctx,
  { upload, read, fingerprint }: WholeUpload,
): Promise<void> {
  const { name, key, options } = upload;
  const { chunkCount, bytesTotal } = read;
  const purposes = purposesOf(options.consent);
  const plan = key.sealPlan(planToJson({ ...read.plan, purposes }), deps.random);
  const finished = {
    ...name,
    fingerprint,
    plan,
    chunkCount,
    bytesTotal,
    start: read.plan.start,
    hold: holdReason(read.plan),
    isSurveyed: !needsSurvey(read.plan),
  };
  if (!(await queueUpload(tx, finished))) throw uploadBroken();
  await tx.publish(
    auditMessage('vault', ctx, {
      action: 'import_create',
      companyId: name.companyId,
      purpose: options.consent.purpose,
      objectIds: { importId: String(name.importId) },
      counts: { bytes: bytesTotal },
    }),
  );
}

/** The first import of the file stays; a paused one continues with the permission of the caller who sent it again. */
async function takeBack(tx: Tx, upload: OpenUpload, existingId: number): Promise<void> {
  await deleteUpload(tx, upload.name);
  await requeueImport(tx, upload.name.companyId, existingId, upload.authoriser);
}
