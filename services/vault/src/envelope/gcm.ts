import { createCipheriv, createDecipheriv, type KeyObject } from 'node:crypto';
import { IntegrityError } from './integrity-error.ts';

export const IV_BYTES = 12;
export const TAG_BYTES = 16;
const NO_HEADER = Buffer.alloc(0);

/** AES-256-GCM (NIST SP 800-38D). Answers header ‖ iv ‖ ciphertext ‖ tag: header and plaintext length + 28 bytes. */
export function gcmSeal(
  key: KeyObject,
  iv: Buffer,
  aad: Buffer,
  plaintext: Uint8Array,
  header: Buffer = NO_HEADER,
): Buffer {
  const cipher = createCipheriv('aes-256-gcm', key, iv);
  cipher.setAAD(aad);
  const body = cipher.update(plaintext);
  cipher.final();
  return Buffer.concat([header, iv, body, cipher.getAuthTag()]);
}

/**
 * Opens iv ‖ ciphertext ‖ tag. Nothing of the plaintext leaves before the tag was checked.
 * @throws IntegrityError when key, AAD or any bit differs
 */
export function gcmOpen(key: KeyObject, aad: Buffer, sealed: Buffer): Buffer {
  if (sealed.length < IV_BYTES + TAG_BYTES) throw new IntegrityError();
  const end = sealed.length - TAG_BYTES;
  const decipher = createDecipheriv('aes-256-gcm', key, sealed.subarray(0, IV_BYTES), {
    authTagLength: TAG_BYTES,
  });
  decipher.setAAD(aad);
  decipher.setAuthTag(sealed.subarray(end));
  const plaintext = decipher.update(sealed.subarray(IV_BYTES, end));
  try {
    decipher.final();
  } catch (cause) {
    plaintext.fill(0);
    throw new IntegrityError({ cause });
  }
  return plaintext;
}
