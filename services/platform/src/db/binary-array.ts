/**
 * Arrays as PostgreSQL's own binary format has them (array_recv in src/backend/utils/adt/arrayfuncs.c). The driver sends a
 * Buffer as it is, so that a million numbers or bytes need no text: give the result as the value of a `$1::bigint[]`.
 */
const HEADER_BYTES = 20;
const INT8 = 20;
const BYTEA = 17;
const UUID = 2950;

function allocate(count: number, type: number, bytesEach: number): Buffer {
  const buffer = Buffer.alloc(HEADER_BYTES + count * (4 + bytesEach));
  // An empty array has no dimension; else it has one, from 1 to count.
  buffer.writeInt32BE(count === 0 ? 0 : 1, 0);
  buffer.writeInt32BE(type, 8);
  if (count === 0) return buffer.subarray(0, 12);
  buffer.writeInt32BE(count, 12);
  buffer.writeInt32BE(1, 16);
  for (let at = HEADER_BYTES; at < buffer.length; at += 4 + bytesEach) buffer.writeInt32BE(bytesEach, at);
  return buffer;
}

/** bigint[] of safe integers. */
export function int8Array(values: ArrayLike<number>): Buffer {
  const buffer = allocate(values.length, INT8, 8);
  for (let i = 0, at = HEADER_BYTES + 4; i < values.length; i += 1, at += 12) {
    const value = values[i] ?? 0;
    buffer.writeInt32BE(Math.floor(value / 2 ** 32), at);
    buffer.writeInt32BE(value | 0, at + 4);
  }
  return buffer;
}

/** bigint[] of 64-bit words, each given as its high and its low 32 bits. */
export function int8ArrayOfWords(high: ArrayLike<number>, low: ArrayLike<number>): Buffer {
  const buffer = allocate(high.length, INT8, 8);
  for (let i = 0, at = HEADER_BYTES + 4; i < high.length; i += 1, at += 12) {
    buffer.writeInt32BE((high[i] ?? 0) | 0, at);
    buffer.writeInt32BE((low[i] ?? 0) | 0, at + 4);
  }
  return buffer;
}

/** bytea[] of values of one length that lie one after another in `bytes`. */
export const byteaArray = (bytes: Uint8Array, bytesEach: number): Buffer =>
  arrayOfBytes(bytes, BYTEA, bytesEach);

/** uuid[] of values of 16 bytes that lie one after another in `bytes`. */
export const uuidArray = (bytes: Uint8Array): Buffer => arrayOfBytes(bytes, UUID, 16);

function arrayOfBytes(bytes: Uint8Array, type: number, bytesEach: number): Buffer {
  const count = bytes.length / bytesEach;
  const buffer = allocate(count, type, bytesEach);
  for (let i = 0; i < count; i += 1)
    buffer.set(bytes.subarray(i * bytesEach, (i + 1) * bytesEach), HEADER_BYTES + 4 + i * (4 + bytesEach));
  return buffer;
}
