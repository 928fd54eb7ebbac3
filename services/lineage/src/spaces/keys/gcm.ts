import type { CipherKey } from 'node:crypto';
import { gcmOpen as open, gcmSeal as seal } from '@pii-vault/platform/core/crypto/aes-gcm';
import { dataLoss } from '@pii-vault/platform/core/errors/app-error';
import type { OpenedKey } from './opened-keys.ts';

/** Under a random IV: plaintext length + 28 bytes. */
export const gcmSeal = (
  { object, ivs }: Pick<OpenedKey, 'object' | 'ivs'>,
  aad: Buffer,
  plaintext: Uint8Array,
): Buffer => seal(object, ivs.next(), aad, plaintext);

/** @throws AppError DATA_LOSS SEALED_INTEGRITY when key, AAD or any bit differs */
export const gcmOpen = (key: CipherKey, aad: Buffer, sealed: Buffer): Buffer =>
  open(key, aad, sealed, (cause) =>
    dataLoss('SEALED_INTEGRITY', 'A stored value does not authenticate', { cause }),
  );
