import type { Ctx } from '@pii-vault/platform/core/context/ctx';
import { requirePermission } from '@pii-vault/platform/core/context/permissions';
import { AppError } from '@pii-vault/platform/core/errors/app-error';
import type { Tx } from '@pii-vault/platform/postgres/database';
import type { CreateImportRequest } from '@pii-vault/proto/vault/v1/imports';
import { consentFromProto } from '../consents/consent-rpc.ts';
import type { WriteGate } from '../limits/write-gate.ts';
import { retried } from '../people/idempotency/once.ts';
import { type CreatedImport, type FinishUploadDeps, finishUpload } from './finish-upload.ts';
import { invalidOptions } from './import-errors.ts';
import type { ImportName } from './import-key.ts';
import { importOptions } from './import-options.ts';
import { endImport } from './import-store.ts';
import { keepUpload, type OpenUploadDeps, openUpload, storeChunk } from './open-upload.ts';
import { UploadReader } from './upload-reader.ts';
import { storedInRoom, type UploadRoom } from './upload-room.ts';
import { deleteUpload } from './upload-store.ts';

export interface CreateImportDeps extends OpenUploadDeps, FinishUploadDeps {
  readonly keys: OpenUploadDeps['keys'] & FinishUploadDeps['keys'];
  readonly gate: Pick<WriteGate, 'requireOpen'>;
  readonly maxBytes: number;
  readonly room: UploadRoom;
  /** Called when the job has work. */
  readonly wake: () => void;
}

/**
 * Receives a file: the options, then its bytes, which are stored encrypted as they arrive. The import exists when the
 * whole file is stored. Nothing of a refused file is kept; a broken upload is `failed` and its bytes are deleted. The
 * same content with the same mapping, options and consent returns the first import that neither failed nor was
 * cancelled.
 * @throws AppError PERMISSION_DENIED, CONSENT_INVALID, IMPORT_OPTIONS, and those of UploadReader and UploadRoom
 */
export const createImport =
  (deps: CreateImportDeps) =>
  async (ctx: Ctx, messages: AsyncIterable<CreateImportRequest>): Promise<CreatedImport> => {
    const iterator = messages[Symbol.asyncIterator]();
    const first = await iterator.next();
    if (first.done || first.value.part?.$case !== 'options') {
      throw invalidOptions('The first message holds the options');
    }
    const now = new Date();
    const options = importOptions(first.value.part.value, now);
    const { companyId } = options;
    requirePermission(ctx, 'pii:write', companyId);
    consentFromProto(options.consent, now);
    await deps.gate.requireOpen(ctx, companyId);
    await deps.room(companyId);
    // Retries with a new key when the field-key version was retired meanwhile.
    const upload = await retried(() => openUpload(deps)(ctx, options));
    const { maxBytes } = deps;
    const store = storedInRoom(deps.room, companyId, storeChunk(deps, upload));
    const sink = { store, received: keepUpload(deps, upload) };
    const reader = new UploadReader({ ...options, maxBytes }, sink);
    try {
      const created = await finishUpload(deps)(ctx, upload, await reader.read(iterator));
      deps.wake();
      return created;
    } catch (error) {
      await deps.db.tenant({ companies: [companyId] }, (tx) => endUpload(tx, upload.name, error));
      throw error;
    }
  };

const REFUSALS = /^IMPORT_|^PAYLOAD_TOO_LARGE$|IDEMPOTENCY_KEY/;

/** Deletes a refused file; a broken upload is listed as failed, without its bytes. */
async function endUpload(tx: Tx, name: ImportName, thrown: unknown): Promise<void> {
  if (REFUSALS.test(AppError.from(thrown).reason)) return await deleteUpload(tx, name);
  const { companyId, importId: id } = name;
  await endImport(tx, { companyId, id, status: 'failed', reason: 'UPLOAD_BROKEN' });
}
