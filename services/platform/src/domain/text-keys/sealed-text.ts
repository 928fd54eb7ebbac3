import { randomBytes } from 'node:crypto';
import { gcmOpen, gcmSeal, IV_BYTES } from '../../core/crypto/aes-gcm.ts';
import { dataLoss } from '../../core/errors/app-error.ts';
import type { TextKeys } from './text-keys.ts';

/** Text as stored: the key version and iv ‖ ciphertext ‖ tag. */
export interface SealedText {
  readonly sealed: Buffer;
  readonly keyVersion: number;
}

/** Location of a text, bound into its AAD. No part holds a NUL, so that different locations give different bytes. */
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

/** AES-256-GCM (NIST SP 800-38D) under the company's text key and a random IV; the length reveals only a bucket. */
export async function sealText(
  keys: Pick<TextKeys, 'active'>,
  place: TextPlace | TextForm,
  text: string,
): Promise<SealedText> {
  const form = formOf(place);
  const { key, version } = await keys.active(form.companyId);
  const plain = padded(text, form.smallestBucket);
  return { sealed: gcmSeal(key, randomBytes(IV_BYTES), form.aadOf(version), plain), keyVersion: version };
}

/** @throws AppError DATA_LOSS SEALED_INTEGRITY when the text stood elsewhere or was changed */
export async function openText(
  keys: Pick<TextKeys, 'version'>,
  place: TextPlace | TextForm,
  { sealed, keyVersion }: SealedText,
): Promise<string> {
  const form = formOf(place);
  const { key } = await keys.version(form.companyId, keyVersion);
  const plain = gcmOpen(key, form.aadOf(keyVersion), sealed, damaged);
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

const damaged = (cause?: unknown) =>
  dataLoss('SEALED_INTEGRITY', 'A stored text does not authenticate', { cause });
