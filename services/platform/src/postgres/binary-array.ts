import { POSTGRES_EPOCH_MS } from './postgres-epoch.ts';

/**
 * Arrays as PostgreSQL's own binary format has them (array_recv in src/backend/utils/adt/arrayfuncs.c). The driver
 * sends a Buffer as it is, so that a million numbers or bytes need no text: give the result as the value of a
 * `$1::bigint[]`.
 */
const HEADER_BYTES = 20;
const INT8 = 20;
const BYTEA = 17;
const UUID = 2950;
const INT2 = 21;
const INT4 = 23;
const TEXT = 25;
const TIMESTAMPTZ = 1184;
const JSONB = 3802;
const NULL_LENGTH = -1;
/** Up to so many bytes are copied one by one: a view of them costs more. */
const FEW_BYTES = 32;
/** The version in front of a jsonb (jsonb_recv in src/backend/utils/adt/jsonb.c). */
const JSONB_VERSION = 1;

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

/** integer[] of signed numbers of 32 bits. @throws RangeError beyond */
export function int4Array(values: readonly number[]): Buffer {
  const buffer = allocate(values.length, INT4, 4);
  for (const [i, value] of values.entries()) buffer.writeInt32BE(value, HEADER_BYTES + 4 + i * 8);
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

/** bigint[] of bigints, signed; of more than 64 bits the lowest are taken. */
export function int8ArrayOfBigints(values: readonly bigint[]): Buffer {
  const buffer = allocate(values.length, INT8, 8);
  // A view writes a bigint in a tenth of the time that a Buffer's methods take.
  const view = new DataView(buffer.buffer, buffer.byteOffset, buffer.byteLength);
  for (const [i, value] of values.entries()) view.setBigInt64(HEADER_BYTES + 4 + i * 12, value);
  return buffer;
}

/** bytea[] of consecutive values of equal length in `bytes`. */
export const byteaArray = (bytes: Uint8Array, bytesEach: number): Buffer =>
  arrayOfBytes(bytes, BYTEA, bytesEach);

/** uuid[] of consecutive values of 16 bytes in `bytes`. */
export const uuidArray = (bytes: Uint8Array): Buffer => arrayOfBytes(bytes, UUID, 16);

function arrayOfBytes(bytes: Uint8Array, type: number, bytesEach: number): Buffer {
  const count = bytes.length / bytesEach;
  const buffer = allocate(count, type, bytesEach);
  for (let i = 0; i < count; i += 1) {
    const [from, at] = [i * bytesEach, HEADER_BYTES + 4 + i * (4 + bytesEach)];
    if (bytesEach > FEW_BYTES) buffer.set(bytes.subarray(from, from + bytesEach), at);
    else for (let byte = 0; byte < bytesEach; byte += 1) buffer[at + byte] = bytes[from + byte] ?? 0;
  }
  return buffer;
}

/** bigint[] of safe integers, some of them missing. */
export function int8OrNullArray(values: readonly (number | null)[]): Buffer {
  return arrayOfParts(values, INT8, (value) => (value === null ? NULL_LENGTH : 8), writeInt8);
}

/** smallint[] of numbers from -32768 to 32767. */
export function int2Array(values: readonly number[]): Buffer {
  return arrayOfParts(
    values,
    INT2,
    () => 2,
    (buffer, value, at) => void buffer.writeInt16BE(value, at),
  );
}

/** timestamptz[], exact to the millisecond. */
export function timestamptzArray(values: readonly Date[]): Buffer {
  return arrayOfParts(
    values,
    TIMESTAMPTZ,
    () => 8,
    (buffer, value, at) => writeInt8(buffer, (value.getTime() - POSTGRES_EPOCH_MS) * 1_000, at),
  );
}

/** text[], some of it missing. */
export function textArray(values: readonly (string | null)[]): Buffer {
  return arrayOfParts(
    values,
    TEXT,
    (value) => (value === null ? NULL_LENGTH : Buffer.byteLength(value)),
    (buffer, value, at) => void buffer.write(value ?? '', at),
  );
}

/** jsonb[] of JSON texts. */
export function jsonbArray(texts: readonly string[]): Buffer {
  return arrayOfParts(
    texts,
    JSONB,
    (text) => 1 + Buffer.byteLength(text),
    (buffer, text, at) => void buffer.write(text, buffer.writeUInt8(JSONB_VERSION, at)),
  );
}

/** bytea[] of values of any length. */
export function byteaPartsArray(values: readonly Uint8Array[]): Buffer {
  return arrayOfParts(
    values,
    BYTEA,
    (value) => value.length,
    (buffer, value, at) => buffer.set(value, at),
  );
}

/** uuid[] of their usual text. */
export function uuidTextArray(texts: readonly string[]): Buffer {
  return arrayOfParts(
    texts,
    UUID,
    () => 16,
    (buffer, text, at) => void buffer.write(text.replaceAll('-', ''), at, 'hex'),
  );
}

function writeInt8(buffer: Buffer, value: number | null, at: number): void {
  const given = value ?? 0;
  buffer.writeInt32BE(Math.floor(given / 2 ** 32), at);
  buffer.writeInt32BE(given | 0, at + 4);
}

/** @param sizeOf bytes of an element, NULL_LENGTH when it is missing */
function arrayOfParts<T>(
  values: readonly T[],
  type: number,
  sizeOf: (value: T) => number,
  write: (buffer: Buffer, value: T, at: number) => void,
): Buffer {
  const sizes = values.map(sizeOf);
  const bytes = sizes.reduce((sum, size) => sum + 4 + Math.max(0, size), 0);
  const buffer = Buffer.allocUnsafe(values.length === 0 ? 12 : HEADER_BYTES + bytes);
  buffer.writeInt32BE(values.length === 0 ? 0 : 1, 0);
  buffer.writeInt32BE(0, 4);
  buffer.writeInt32BE(type, 8);
  if (values.length === 0) return buffer;
  buffer.writeInt32BE(values.length, 12);
  buffer.writeInt32BE(1, 16);
  let at = HEADER_BYTES;
  for (const [i, value] of values.entries()) {
    const size = sizes[i] ?? 0;
    at = buffer.writeInt32BE(size, at);
    if (size === NULL_LENGTH) continue;
    write(buffer, value, at);
    at += size;
  }
  return buffer;
}
