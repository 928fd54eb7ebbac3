import { IntegrityError } from './integrity-error.ts';

const SMALLEST_BUCKET = 32;

/**
 * UTF-8 of a value, padded by 0x80 00… (ISO/IEC 7816-4) to 32, 64, 128, 256 … bytes, so that a stored length shows a
 * bucket and not the value's length.
 */
export function pad(value: string): Buffer {
  const length = Buffer.byteLength(value, 'utf8');
  const out = Buffer.alloc(bucketOf(length + 1));
  out.write(value, 0, 'utf8');
  out[length] = 0x80;
  return out;
}

/** @throws IntegrityError when the bytes are not a padded bucket */
export function unpad(padded: Buffer): string {
  let end = padded.length - 1;
  while (end >= 0 && padded[end] === 0) end -= 1;
  if (end < 0 || padded[end] !== 0x80 || padded.length !== bucketOf(end + 1)) throw new IntegrityError();
  return padded.toString('utf8', 0, end);
}

/** The smallest bucket that holds `length` bytes. */
export function bucketOf(length: number): number {
  let bucket = SMALLEST_BUCKET;
  while (bucket < length) bucket *= 2;
  return bucket;
}
