import { AppError } from '@pii-vault/platform/core/errors/app-error';
import type { KeyStore } from '../../key-store/key-store.ts';

/**
 * Destroys a new key whose row was certainly not written. After a commit with unknown outcome the key stays, because
 * the row may reference it. A failed destruction only leaves a key that no row references.
 * @throws always the error
 */
export async function destroyUnusedKey(
  store: Pick<KeyStore, 'destroy'>,
  reference: string,
  error: unknown,
): Promise<never> {
  const isUnknown = error instanceof AppError && error.reason === 'COMMIT_UNKNOWN';
  if (!isUnknown) await store.destroy(reference).catch(() => undefined);
  throw error;
}
