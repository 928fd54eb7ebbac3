import { type KeyObject, sign, verify } from 'node:crypto';

/**
 * Name of the Kafka header that carries the time of signing (8 bytes, epoch ms) and an Ed25519 signature (64 bytes).
 */
export const SIGNATURE_HEADER = 'signature';

/**
 * What a signature covers, with the time. The partition is part of it: a copy elsewhere could overtake the original.
 * Key and other headers are not covered: everything that a consumer reads is in `value`.
 */
export interface SignedRecord {
  readonly topic: string;
  readonly partition: number;
  readonly value: Uint8Array;
}

/** Separates these signatures from everything else that a service signs with its key, such as tokens. */
const LABEL = Buffer.from('pii-vault bus record 1');
const TIME_BYTES = 8;
const SIGNATURE_BYTES = 64;

/** The header's value. @param signedAt epoch ms */
export function signRecord(key: KeyObject, record: SignedRecord, signedAt: number): Buffer {
  const time = timeBytes(signedAt);
  return Buffer.concat([time, sign(null, signedBytes(record, time), key)]);
}

/** When the record was signed by one of the keys, epoch ms; undefined when none of them signed it. */
export function signedAtOf(
  header: unknown,
  record: SignedRecord,
  keys: readonly KeyObject[],
): number | undefined {
  if (!Buffer.isBuffer(header) || header.length !== TIME_BYTES + SIGNATURE_BYTES) return undefined;
  const [time, signature] = [header.subarray(0, TIME_BYTES), header.subarray(TIME_BYTES)];
  const bytes = signedBytes(record, time);
  return keys.some((key) => verify(null, bytes, key, signature)) ? Number(time.readBigUInt64BE()) : undefined;
}

/** Each part behind its length, so that no byte can move from one part to the next. */
function signedBytes({ topic, partition, value }: SignedRecord, time: Uint8Array): Buffer {
  const parts = [LABEL, Buffer.from(topic), numberBytes(partition), time, value];
  return Buffer.concat(parts.flatMap((part) => [numberBytes(part.length), part]));
}

function numberBytes(number: number): Buffer {
  const bytes = Buffer.alloc(4);
  bytes.writeUInt32BE(number);
  return bytes;
}

function timeBytes(epochMs: number): Buffer {
  const bytes = Buffer.alloc(TIME_BYTES);
  bytes.writeBigUInt64BE(BigInt(epochMs));
  return bytes;
}
