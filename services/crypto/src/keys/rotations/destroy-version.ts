import type { Ctx } from '@pii-vault/platform/core/context/ctx';
import type { Tx } from '@pii-vault/platform/postgres/database';
import { keyDestroyed } from '../../events.ts';
import type { KeyStore } from '../../key-store/key-store.ts';
import { destroyKeyRow, type KeyVersion } from '../company-keys/key-version-store.ts';

export interface DestroyVersionDeps {
  readonly store: Pick<KeyStore, 'destroy'>;
  readonly now: () => Date;
}

/**
 * Destroys a version that encrypts nothing and that the transaction has locked. The store comes first, so a crash in
 * between is repaired by a repetition. @throws KeyStoreError
 */
export async function destroyVersion(
  deps: DestroyVersionDeps,
  tx: Tx,
  ctx: Ctx,
  key: KeyVersion,
): Promise<void> {
  if (key.reference !== undefined) await deps.store.destroy(key.reference);
  await destroyKeyRow(tx, key.keyId, deps.now());
  await tx.publishAll(keyDestroyed(ctx, key));
}
