import { isKeyNotLive } from '@pii-vault/platform/core/crypto/opened-keys';
import type { Database } from '@pii-vault/platform/postgres/database';
import type { CompanyKeys } from '../keys/company-keys/company-keys.ts';
import { IntegrityError } from '../keys/envelope/integrity-error.ts';
import { type FilePlan, planFromJson } from './file-plan.ts';
import { keyMoved } from './import-errors.ts';
import { ImportKey, type ImportName } from './import-key.ts';
import { keyVersionOf, readChunk } from './job-store.ts';
import type { StoredFile } from './row-batches.ts';

export interface StoredFileDeps {
  readonly db: Pick<Database, 'tenant'>;
  readonly keys: Pick<CompanyKeys, 'fieldKeyVersion'>;
}

/** The columns of an import that are needed to decrypt its file. */
export interface SealedFile extends ImportName {
  readonly wrappedKey: Buffer;
  readonly fieldKeyVersion: number;
  readonly plan: Buffer;
  readonly chunkCount: number;
}

/** An import's file, its plan, and the key of both. */
export interface OpenedFile extends StoredFile {
  readonly key: ImportKey;
  readonly plan: FilePlan;
}

/**
 * @throws AppError ABORTED IMPORT_KEY_MOVED when the key was rewrapped since the row was read (read it again);
 * IntegrityError when a stored byte changed
 */
export async function openFile(deps: StoredFileDeps, sealed: SealedFile): Promise<OpenedFile> {
  const key = await openKey(deps, sealed);
  const plan = planFromJson(key.openPlan(sealed.plan));
  return { key, plan, ...storedFile(deps.db, sealed, { key, chunkCount: sealed.chunkCount }) };
}

/** The chunks of an import's file under its key; `chunk` throws IntegrityError when one is missing or changed. */
export const storedFile = (
  db: StoredFileDeps['db'],
  name: ImportName,
  { key, chunkCount }: { readonly key: ImportKey; readonly chunkCount: number },
): StoredFile => ({
  chunkCount,
  async chunk(index) {
    const bytes = await db.tenant({ companies: [name.companyId] }, (tx) => readChunk(tx, name, index));
    if (bytes === undefined) throw new IntegrityError();
    return key.openChunk(index, bytes);
  },
});

async function openKey(deps: StoredFileDeps, sealed: SealedFile): Promise<ImportKey> {
  try {
    const fieldKey = await deps.keys.fieldKeyVersion(sealed.companyId, sealed.fieldKeyVersion);
    return ImportKey.open(sealed, fieldKey, sealed.wrappedKey);
  } catch (error) {
    const version = isKeyNotLive(error)
      ? await deps.db.tenant({ companies: [sealed.companyId] }, (tx) => keyVersionOf(tx, sealed))
      : sealed.fieldKeyVersion;
    throw version === sealed.fieldKeyVersion ? error : keyMoved();
  }
}
