import type { Ctx } from '@pii-vault/platform/core/context/ctx';
import { fromKeyStore } from '../../errors.ts';
import type { KeyStore } from '../../key-store/key-store.ts';
import type { StoreKey } from '../company-keys/encryption-key-store.ts';
import { checkCheckpointText, checkpointKeyName } from './checkpoint-key.ts';

export interface SignCheckpointDeps {
  readonly store: Pick<KeyStore, 'sign'>;
  readonly key: StoreKey;
}

/** Signs the text of a checkpoint. @throws AppError INVALID_ARGUMENT CHECKPOINT_TEXT · UNAVAILABLE */
export function signCheckpoint({
  store,
  key,
}: SignCheckpointDeps): (ctx: Ctx, text: Buffer) => Promise<Buffer> {
  return async (_ctx, text) => {
    checkCheckpointText(text, checkpointKeyName(key.keyId));
    try {
      return await store.sign(key.reference, text);
    } catch (error) {
      throw fromKeyStore(error);
    }
  };
}
