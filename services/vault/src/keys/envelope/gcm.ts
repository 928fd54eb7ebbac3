import type { KeyObject } from 'node:crypto';
import { gcmOpen as open } from '@pii-vault/platform/core/crypto/aes-gcm';
import { IntegrityError } from './integrity-error.ts';

export { gcmSeal, IV_BYTES, TAG_BYTES } from '@pii-vault/platform/core/crypto/aes-gcm';

/** @throws IntegrityError when key, AAD or any bit differs */
export const gcmOpen = (key: KeyObject, aad: Buffer, sealed: Buffer, from = 0): Buffer =>
  open(key, aad, sealed, (cause) => new IntegrityError({ cause }), from);
