import { createCipheriv, createDecipheriv, createHmac, randomBytes } from 'node:crypto';
import { AppError } from '@pii-vault/platform/errors/app-error';
import { z } from 'zod';
import type { TextKeys } from './text-keys.ts';

/** Free texts of one row, by name. */
export type Texts = Readonly<Record<string, string>>;

/** Texts as stored: the key version beside iv ‖ ciphertext ‖ tag. */
export interface SealedTexts {
  readonly sealed: Buffer;
  readonly keyVersion: number;
}

/** Where the texts stand, bound into their AAD. */
export interface TextPlace {
  readonly companyId: number;
  readonly register: string;
  /** UUID of the row's texts. */
  readonly textId: string;
}

const IV_BYTES = 12;
const TAG_BYTES = 16;
const SMALLEST_BUCKET = 128;
const textsSchema = z.record(z.string(), z.string());

/** AES-256-GCM (NIST SP 800-38D) under the company's text key and a random IV; the length tells a bucket only. */
export async function sealTexts(keys: TextKeys, place: TextPlace, texts: Texts): Promise<SealedTexts> {
  const { key, version } = await keys.active(place.companyId);
  const iv = randomBytes(IV_BYTES);
  const cipher = createCipheriv('aes-256-gcm', key, iv);
  cipher.setAAD(aadOf(place, version));
  const body = Buffer.concat([cipher.update(padded(JSON.stringify(texts))), cipher.final()]);
  return { sealed: Buffer.concat([iv, body, cipher.getAuthTag()]), keyVersion: version };
}

/** @throws AppError DATA_LOSS SEALED_INTEGRITY when the texts stood elsewhere or were changed */
export async function openTexts(keys: TextKeys, place: TextPlace, stored: SealedTexts): Promise<Texts> {
  const { key } = await keys.version(place.companyId, stored.keyVersion);
  const end = stored.sealed.length - TAG_BYTES;
  if (end < IV_BYTES) throw damaged();
  const decipher = createDecipheriv('aes-256-gcm', key, stored.sealed.subarray(0, IV_BYTES), {
    authTagLength: TAG_BYTES,
  });
  decipher.setAAD(aadOf(place, stored.keyVersion));
  decipher.setAuthTag(stored.sealed.subarray(end));
  const plain = decipher.update(stored.sealed.subarray(IV_BYTES, end));
  try {
    decipher.final();
  } catch (cause) {
    plain.fill(0);
    throw damaged(cause);
  }
  return textsSchema.parse(JSON.parse(plain.toString('utf8', 0, plain.lastIndexOf(0x80))));
}

/** A keyed digest (hex) of a request with free text: the request itself is not to be guessed from it. */
export async function requestDigest(keys: TextKeys, companyId: number, request: string): Promise<string> {
  const { key } = await keys.active(companyId);
  const own = createHmac('sha256', key).update('compliance idempotency key 1').digest();
  return createHmac('sha256', own).update(request).digest('hex');
}

/** No part holds a NUL, so that no two lists of parts give the same bytes. */
const aadOf = ({ companyId, register, textId }: TextPlace, keyVersion: number): Buffer =>
  Buffer.from(['compliance text 1', companyId, register, textId, keyVersion].join('\0'));

/** UTF-8 followed by 0x80 00… (ISO/IEC 7816-4) to 128, 256, 512 … bytes. */
function padded(text: string): Buffer {
  const bytes = Buffer.from(text);
  let bucket = SMALLEST_BUCKET;
  while (bucket < bytes.length + 1) bucket *= 2;
  const out = Buffer.alloc(bucket);
  out.set(bytes);
  out[bytes.length] = 0x80;
  return out;
}

function damaged(cause?: unknown): AppError {
  return new AppError('DATA_LOSS', 'SEALED_INTEGRITY', 'A stored text does not authenticate', { cause });
}
