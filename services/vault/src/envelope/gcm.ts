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

const OPTIONS = { authTagLength: TAG_BYTES } as const;
// OpenSSL copies both: a view of `sealed` for each would cost more than copying them here.
const iv = Buffer.alloc(IV_BYTES);
const tag = Buffer.alloc(TAG_BYTES);

/**
 * Opens iv ‖ ciphertext ‖ tag, which stand behind the first `from` bytes of `sealed`. Nothing of the plaintext leaves
 * before the tag was checked.
 * @throws IntegrityError when key, AAD or any bit differs
 */
export function gcmOpen(key: KeyObject, aad: Buffer, sealed: Buffer, from = 0): Buffer {
  const end = sealed.length - TAG_BYTES;
  if (from + IV_BYTES > end) throw new IntegrityError();
  take(sealed, from, iv);
  take(sealed, end, tag);
  const decipher = createDecipheriv('aes-256-gcm', key, iv, OPTIONS);
  decipher.setAAD(aad);
  decipher.setAuthTag(tag);
  const plaintext = decipher.update(sealed.subarray(from + IV_BYTES, end));
  try {
    decipher.final();
  } catch (cause) {
    plaintext.fill(0);
    throw new IntegrityError({ cause });
  }
  return plaintext;
}

/** Byte by byte, which is the quickest for so few. */
function take(bytes: Buffer, from: number, into: Buffer): void {
  for (let at = 0; at < into.length; at += 1) into[at] = bytes[from + at] ?? 0;
}
