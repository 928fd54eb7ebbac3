import { type CipherKey, createCipheriv, createDecipheriv } from 'node:crypto';

export const IV_BYTES = 12;
export const TAG_BYTES = 16;

/**
 * AES-256-GCM (NIST SP 800-38D). Returns start ‖ ciphertext ‖ tag; the caller chooses an iv that is never reused.
 * @param key a KeyObject for many values: several times faster than bytes
 * @param start bytes before the ciphertext: a header, the iv
 */
export function gcmEncrypt(
  key: CipherKey,
  iv: Uint8Array,
  aad: Uint8Array,
  plaintext: Uint8Array,
  start: readonly Uint8Array[] = [],
): Buffer {
  const cipher = createCipheriv('aes-256-gcm', key, iv);
  cipher.setAAD(aad);
  const body = cipher.update(plaintext);
  cipher.final();
  return Buffer.concat([...start, body, cipher.getAuthTag()]);
}

const OPTIONS = { authTagLength: TAG_BYTES } as const;
// OpenSSL copies both: creating a view of `sealed` for each costs more than copying them here.
const iv = Buffer.alloc(IV_BYTES);
const tag = Buffer.alloc(TAG_BYTES);

/**
 * Decrypts ciphertext ‖ tag at offset `from`. Returns no plaintext before the tag is verified.
 * @throws the error of `damaged` when key, iv, AAD or any bit differs
 */
export function gcmDecrypt(
  key: CipherKey,
  nonce: Uint8Array,
  aad: Uint8Array,
  sealed: Buffer,
  damaged: (cause?: unknown) => Error,
  from = 0,
): Buffer {
  const end = sealed.length - TAG_BYTES;
  if (from > end) throw damaged();
  copy(sealed, end, tag);
  const decipher = createDecipheriv('aes-256-gcm', key, nonce, OPTIONS);
  decipher.setAAD(aad);
  decipher.setAuthTag(tag);
  const plaintext = decipher.update(sealed.subarray(from, end));
  try {
    decipher.final();
  } catch (cause) {
    plaintext.fill(0);
    throw damaged(cause);
  }
  return plaintext;
}

/** Returns header ‖ iv ‖ ciphertext ‖ tag: header and plaintext length + 28 bytes. */
export const gcmSeal = (
  key: CipherKey,
  nonce: Uint8Array,
  aad: Uint8Array,
  plaintext: Uint8Array,
  header?: Uint8Array,
): Buffer => gcmEncrypt(key, nonce, aad, plaintext, header === undefined ? [nonce] : [header, nonce]);

/** Decrypts the result of gcmSeal, after the first `from` bytes of `sealed`. @throws as gcmDecrypt */
export function gcmOpen(
  key: CipherKey,
  aad: Uint8Array,
  sealed: Buffer,
  damaged: (cause?: unknown) => Error,
  from = 0,
): Buffer {
  if (from + IV_BYTES + TAG_BYTES > sealed.length) throw damaged();
  copy(sealed, from, iv);
  return gcmDecrypt(key, iv, aad, sealed, damaged, from + IV_BYTES);
}

/** Byte by byte, which is fastest for so few. */
function copy(bytes: Buffer, from: number, into: Buffer): void {
  for (let at = 0; at < into.length; at += 1) into[at] = bytes[from + at] ?? 0;
}
