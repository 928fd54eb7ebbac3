import { gcmOpen, gcmSeal } from '../keys/gcm.ts';
import type { TextKeys } from '../keys/store-keys.ts';
import { type Pair, pairKey } from '../links/edge.ts';

/** A note as stored: the key version beside iv ‖ ciphertext ‖ tag. */
export interface SealedNote {
  readonly sealed: Buffer;
  readonly keyVersion: number;
}

const SMALLEST_BUCKET = 64;

/** Encrypts a reviewer's note under the company's text key, bound to company and pair; its length tells a bucket only. */
export async function sealNote(
  keys: TextKeys,
  companyId: number,
  pair: Pair,
  note: string,
): Promise<SealedNote | null> {
  if (note === '') return null;
  const key = await keys.active(companyId);
  const aad = aadOf(companyId, key.version, pair);
  return { sealed: gcmSeal(key, aad, padded(note)), keyVersion: key.version };
}

/** @throws AppError DATA_LOSS SEALED_INTEGRITY when the note stood elsewhere or was changed */
export async function openNote(
  keys: TextKeys,
  companyId: number,
  pair: Pair,
  { sealed, keyVersion }: SealedNote,
): Promise<string> {
  const { object: key } = await keys.version(companyId, keyVersion);
  const plain = gcmOpen(key, aadOf(companyId, keyVersion, pair), sealed);
  return plain.toString('utf8', 0, plain.lastIndexOf(0x80));
}

/** No part holds a NUL, so that no two lists of parts give the same bytes. */
const aadOf = (companyId: number, keyVersion: number, pair: Pair): Buffer =>
  Buffer.from(['lineage note 1', companyId, keyVersion, pairKey(pair)].join('\0'));

/** UTF-8 followed by 0x80 00… (ISO/IEC 7816-4) to 64, 128, 256 … bytes. */
function padded(text: string): Buffer {
  const bytes = Buffer.from(text);
  let bucket = SMALLEST_BUCKET;
  while (bucket < bytes.length + 1) bucket *= 2;
  const out = Buffer.alloc(bucket);
  out.set(bytes);
  out[bytes.length] = 0x80;
  return out;
}
