import { FIELD_CODES, type StoredType } from '@pii-vault/platform/domain/field-types/field-type';
import type { DataKey } from './data-key.ts';
import { gcmOpen, gcmSeal, IV_BYTES, TAG_BYTES } from './gcm.ts';
import { IntegrityError } from './integrity-error.ts';
import { lengthPrefixed, NUMBER_PART_BYTES, writeNumberPart } from './length-prefixed.ts';
import type { RandomPool } from './random-pool.ts';

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

/** Identity of a person's value: its type and its version, from 1, per correction. */
export interface FieldName {
  readonly fieldType: StoredType;
  readonly version: number;
}

/** magic (2) format (1) algorithm (1) data-key version (4): the header of a stored field. */
export interface FieldHeader {
  readonly format: number;
  readonly algorithm: number;
  readonly dataKeyVersion: number;
}

const MAGIC = 0x5056;
const FORMAT = 1;
const AES_256_GCM = 1;
const HEADER_BYTES = 8;

/** Encrypts one value: header ‖ iv ‖ ciphertext ‖ tag, 36 bytes more than the padded value. */
export function sealField(key: DataKey, field: FieldName, value: string, random: RandomPool): Buffer {
  const padded = pad(value);
  key.header ??= headerOf(key.name.version);
  const sealed = gcmSeal(key.encryption, random.take(IV_BYTES), aadOf(key, field), padded, key.header);
  padded.fill(0);
  return sealed;
}

function headerOf(dataKeyVersion: number): Buffer {
  const header = Buffer.allocUnsafe(HEADER_BYTES);
  header.writeUInt16BE(MAGIC, 0);
  header.writeUInt8(FORMAT, 2);
  header.writeUInt8(AES_256_GCM, 3);
  header.writeUInt32BE(dataKeyVersion, 4);
  return header;
}

/**
 * Only the decryptor of reveals/ may call this: it requires an audit ticket and counts.
 * @throws IntegrityError
 */
export function openSealedField(key: DataKey, field: FieldName, sealed: Buffer): string {
  const header = readHeader(sealed);
  if (header.dataKeyVersion !== key.name.version) throw new IntegrityError();
  const padded = gcmOpen(key.encryption, aadOf(key, field), sealed, HEADER_BYTES);
  const value = unpad(padded);
  padded.fill(0);
  return value;
}

/** @throws IntegrityError for an unknown magic, format, algorithm or an impossible length */
export function readHeader(sealed: Buffer): FieldHeader {
  const padded = sealed.length - HEADER_BYTES - IV_BYTES - TAG_BYTES;
  if (padded <= 0 || bucketOf(padded) !== padded || sealed.readUInt16BE(0) !== MAGIC)
    throw new IntegrityError();
  const format = sealed.readUInt8(2);
  const algorithm = sealed.readUInt8(3);
  if (format !== FORMAT || algorithm !== AES_256_GCM) throw new IntegrityError();
  return { format, algorithm, dataKeyVersion: sealed.readUInt32BE(4) };
}

/** Length-prefixed parts concatenate, so the parts common to a person and to a type are computed once. */
function aadOf(key: DataKey, field: FieldName): Buffer {
  const { companyId, individualId, version } = key.name;
  key.aadStart ??= lengthPrefixed(MAGIC, FORMAT, AES_256_GCM, companyId, individualId);
  const type = TYPE_PARTS.get(field.fieldType) ?? lengthPrefixed(field.fieldType);
  const typeEnd = key.aadStart.length + type.length;
  const aad = Buffer.allocUnsafe(typeEnd + 2 * NUMBER_PART_BYTES);
  aad.set(key.aadStart);
  aad.set(type, key.aadStart.length);
  writeNumberPart(aad, version, writeNumberPart(aad, field.version, typeEnd));
  return aad;
}

const TYPE_PARTS: ReadonlyMap<string, Buffer> = new Map(
  Object.keys(FIELD_CODES).map((type) => [type, lengthPrefixed(type)]),
);
