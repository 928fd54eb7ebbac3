import { AppError } from '@pii-vault/platform/errors/app-error';
import type { KeyStore } from '../key-store/key-store.ts';

/**
 * Destroys a key that was made for a row which then surely did not come to be. After a commit that nobody confirmed the
 * key is left: the row may name it. What the store does not destroy now is a key that no row names.
 * @throws always the error
 */
export async function destroySpare(
  store: Pick<KeyStore, 'destroy'>,
  reference: string,
  error: unknown,
): Promise<never> {
  const isUnknown = error instanceof AppError && error.reason === 'COMMIT_UNKNOWN';
  if (!isUnknown) await store.destroy(reference).catch(() => undefined);
  throw error;
}
