import type { Ctx } from '@pii-vault/platform/core/context/ctx';
import { sealText } from '@pii-vault/platform/domain/text-keys/sealed-text';
import type { Database } from '@pii-vault/platform/postgres/database';
import { ConsentDetails } from '@pii-vault/proto/vault/v1/consents';
import type { CompanyKeys } from '../keys/company-keys/company-keys.ts';
import type { RandomPool } from '../keys/envelope/random-pool.ts';
import { fileNameForm } from './file-name.ts';
import { type Authoriser, authoriserOf } from './import.ts';
import { uploadBroken } from './import-errors.ts';
import { ImportKey, type ImportName } from './import-key.ts';
import type { ImportOptions } from './import-options.ts';
import { insertChunk, insertUpload, nextImportId, touchUpload } from './upload-store.ts';

export interface OpenUploadDeps {
  readonly db: Pick<Database, 'tenant'>;
  readonly keys: Pick<CompanyKeys, 'fieldKey' | 'texts'>;
  readonly random: RandomPool;
}

/** A running upload: not visible, failed when its sender is silent. */
export interface OpenUpload {
  readonly name: ImportName;
  readonly key: ImportKey;
  readonly options: ImportOptions;
  readonly authoriser: Authoriser;
}

/** Draws the import's id, creates its key and inserts its row. */
export const openUpload =
  (deps: OpenUploadDeps) =>
  async (ctx: Ctx, options: ImportOptions): Promise<OpenUpload> => {
    const authoriser = authoriserOf(ctx);
    const { companyId } = options;
    const scope = { companies: [companyId] };
    const name = { companyId, importId: await deps.db.tenant(scope, nextImportId) };
    const fieldKey = await deps.keys.fieldKey(companyId);
    const { key, wrapped } = ImportKey.create(name, fieldKey, deps.random);
    const fileName = await sealText(deps.keys.texts, fileNameForm(name), options.fileName);
    await deps.db.tenant(scope, (tx) =>
      insertUpload(tx, {
        ...name,
        mediaType: options.mediaType,
        onInvalid: options.onInvalid,
        afterErasure: options.afterErasure,
        onConflict: options.onConflict,
        onKnown: options.onKnown,
        consent: Buffer.from(ConsentDetails.encode(options.consent).finish()),
        fileName,
        wrappedKey: wrapped,
        fieldKeyVersion: fieldKey.version,
        authoriser,
      }),
    );
    return { name, key, options, authoriser };
  };

/** Encrypts and stores one chunk. @throws AppError UPLOAD_BROKEN when the upload was abandoned meanwhile */
export const storeChunk =
  (deps: Pick<OpenUploadDeps, 'db' | 'random'>, upload: OpenUpload) =>
  async (index: number, bytes: Buffer): Promise<void> => {
    const { name, key } = upload;
    const sealed = key.sealChunk(index, bytes, deps.random);
    const isStored = await deps.db.tenant({ companies: [name.companyId] }, (tx) =>
      insertChunk(tx, name, index, sealed),
    );
    if (!isStored) throw uploadBroken();
  };

/** Far below the silence that fails an upload. */
const TOUCH_MS = 30_000;

/**
 * Call it for every message: a slow sender that needs minutes per chunk must not count as silent.
 * @throws AppError UPLOAD_BROKEN
 */
export const keepUpload = (deps: Pick<OpenUploadDeps, 'db'>, { name }: OpenUpload) => {
  let touchedAt = performance.now();
  return async (): Promise<void> => {
    if (performance.now() - touchedAt < TOUCH_MS) return;
    touchedAt = performance.now();
    const isOpen = await deps.db.tenant({ companies: [name.companyId] }, (tx) => touchUpload(tx, name));
    if (!isOpen) throw uploadBroken();
  };
};
