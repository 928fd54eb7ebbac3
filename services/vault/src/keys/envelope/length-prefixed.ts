/**
 * Joins parts injectively: each part is preceded by its length as a 32-bit big-endian number; a number is written as 8
 * bytes big-endian, a string as UTF-8.
 */
export function lengthPrefixed(...parts: ReadonlyArray<string | number | Uint8Array>): Buffer {
  let size = 0;
  for (const part of parts) size += 4 + sizeOf(part);
  const out = Buffer.allocUnsafe(size);
  let at = 0;
  for (const part of parts) {
    at = out.writeUInt32BE(sizeOf(part), at);
    if (typeof part === 'number') at = writeUint64(out, part, at);
    else if (typeof part === 'string') at += out.write(part, at, 'utf8');
    else {
      out.set(part, at);
      at += part.length;
    }
  }
  return out;
}

/** A number as `lengthPrefixed` writes it has 12 bytes. */
export const NUMBER_PART_BYTES = 12;

/** Writes a number as `lengthPrefixed` does. @returns offset of the next part */
export function writeNumberPart(out: Buffer, value: number, at: number): number {
  return writeUint64(out, value, out.writeUInt32BE(8, at));
}

function sizeOf(part: string | number | Uint8Array): number {
  if (typeof part === 'number') return 8;
  return typeof part === 'string' ? Buffer.byteLength(part, 'utf8') : part.length;
}

const WORD = 2 ** 32;

/** As two halves: several times faster than a BigInt. */
function writeUint64(out: Buffer, value: number, at: number): number {
  if (!Number.isSafeInteger(value) || value < 0)
    throw new RangeError('not a whole number from 0 to 2^53 - 1');
  return out.writeUInt32BE(value % WORD, out.writeUInt32BE(Math.floor(value / WORD), at));
}
