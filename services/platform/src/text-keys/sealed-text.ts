import { createCipheriv, createDecipheriv, randomBytes } from 'node:crypto';
import { AppError } from '../errors/app-error.ts';
import type { TextKeys } from './text-keys.ts';

/** Text as stored: the key version beside iv ‖ ciphertext ‖ tag. */
export interface SealedText {
  readonly sealed: Buffer;
  readonly keyVersion: number;
}

/** Where a text stands, bound into its AAD; no part holds a NUL, so that no two places give the same bytes. */
export interface TextPlace {
  readonly companyId: number;
  /** Names owner and kind, for example 'tenancy webhook secret 1'. */
  readonly kind: string;
  readonly parts: readonly string[];
}

/** The same in the bytes of one owner, which stored texts depend on. */
export interface TextForm {
  readonly companyId: number;
  aadOf(keyVersion: number): Buffer;
  /** Bytes; the next ones are twice as long each. */
  readonly smallestBucket: number;
}

const IV_BYTES = 12;
const TAG_BYTES = 16;
/** AES-256-GCM (NIST SP 800-38D) under the company's text key and a random IV; the length tells a bucket only. */
export async function sealText(
  keys: Pick<TextKeys, 'active'>,
  place: TextPlace | TextForm,
  text: string,
): Promise<SealedText> {
  const form = formOf(place);
  const { key, version } = await keys.active(form.companyId);
  const iv = randomBytes(IV_BYTES);
  const cipher = createCipheriv('aes-256-gcm', key, iv);
  cipher.setAAD(form.aadOf(version));
  const body = Buffer.concat([cipher.update(padded(text, form.smallestBucket)), cipher.final()]);
  return { sealed: Buffer.concat([iv, body, cipher.getAuthTag()]), keyVersion: version };
}

/** @throws AppError DATA_LOSS SEALED_INTEGRITY when the text stood elsewhere or was changed */
export async function openText(
  keys: Pick<TextKeys, 'version'>,
  place: TextPlace | TextForm,
  { sealed, keyVersion }: SealedText,
): Promise<string> {
  const form = formOf(place);
  const { key } = await keys.version(form.companyId, keyVersion);
  const end = sealed.length - TAG_BYTES;
  if (end < IV_BYTES) throw damaged();
  const decipher = createDecipheriv('aes-256-gcm', key, sealed.subarray(0, IV_BYTES), {
    authTagLength: TAG_BYTES,
  });
  decipher.setAAD(form.aadOf(keyVersion));
  decipher.setAuthTag(sealed.subarray(end));
  const plain = decipher.update(sealed.subarray(IV_BYTES, end));
  try {
    decipher.final();
  } catch (cause) {
    plain.fill(0);
    throw damaged(cause);
  }
  return plain.toString('utf8', 0, plain.lastIndexOf(0x80));
}

function formOf(place: TextPlace | TextForm): TextForm {
  if ('aadOf' in place) return place;
  const { kind, companyId, parts } = place;
  const aadOf = (keyVersion: number) => Buffer.from([kind, companyId, ...parts, keyVersion].join('\0'));
  return { companyId, aadOf, smallestBucket: 128 };
}

/** UTF-8 followed by 0x80 00… (ISO/IEC 7816-4), in a bucket of a power of two. */
function padded(text: string, smallestBucket: number): Buffer {
  const bytes = Buffer.from(text);
  let bucket = smallestBucket;
  while (bucket < bytes.length + 1) bucket *= 2;
  const out = Buffer.alloc(bucket);
  out.set(bytes);
  out[bytes.length] = 0x80;
  return out;
}

function damaged(cause?: unknown): AppError {
  return new AppError('DATA_LOSS', 'SEALED_INTEGRITY', 'A stored text does not authenticate', { cause });
}
