import { int8Array, int8ArrayOfWords, uuidArray } from '@pii-vault/platform/postgres/binary-array';
import { keysOf } from '../scoring/packed-record.ts';
import { MEMBER_BYTES, type MemberCipher } from './bucket-members.ts';

/** A key of a record: one row of the bucket table. */
export interface RecordToken {
  readonly token: bigint;
  readonly recordId: number;
}

/** Rows of the bucket table, as the blocks that become their members. */
export function blocksOfRows(rows: readonly RecordToken[]): Buffer {
  const view = new DataView(new ArrayBuffer(rows.length * MEMBER_BYTES));
  for (const [at, { token, recordId }] of rows.entries()) {
    view.setBigUint64(at * MEMBER_BYTES, BigInt(recordId), true);
    view.setBigInt64(at * MEMBER_BYTES + 8, token, true);
  }
  return Buffer.from(view.buffer);
}

/** The rows of records, without duplicates, as 32-bit words: a BigInt would be one object each. */
export function blocksOfRecords(
  records: ReadonlyArray<{ readonly recordId: number; readonly packed: Buffer }>,
): Buffer {
  const most = records.reduce((sum, { packed }) => sum + keysOf(packed).length / 8, 0);
  const view = new DataView(new ArrayBuffer(most * MEMBER_BYTES));
  let end = 0;
  for (const { recordId, packed } of records) {
    const keys = keysOf(packed);
    const from = end;
    for (let at = 0; at < keys.length; at += 8) {
      const [low, high] = [keys.readUInt32LE(at), keys.readUInt32LE(at + 4)];
      if ((low | high) === 0 || isThere(view, from, end, low, high)) continue;
      view.setUint32(end, recordId, true);
      view.setUint32(end + 4, Math.floor(recordId / 2 ** 32), true);
      view.setUint32(end + 8, low, true);
      view.setUint32(end + 12, high, true);
      end += MEMBER_BYTES;
    }
  }
  return Buffer.from(view.buffer, 0, end);
}

function isThere(view: DataView, from: number, end: number, low: number, high: number): boolean {
  for (let at = from; at < end; at += MEMBER_BYTES)
    if (view.getUint32(at + 8, true) === low && view.getUint32(at + 12, true) === high) return true;
  return false;
}

/** Bucket rows as binary arrays: formatting text costs more than encrypting them. */
export interface BucketColumns {
  readonly tokens: Buffer;
  readonly members: Buffer;
  readonly recordIds: Buffer;
}

export function bucketColumns(
  spaces: ReadonlyArray<readonly [cipher: MemberCipher, blocks: Buffer]>,
): BucketColumns {
  const all = Buffer.concat(spaces.map(([, blocks]) => blocks));
  const count = all.length / MEMBER_BYTES;
  const [high, low, recordIds] = [new Int32Array(count), new Int32Array(count), new Float64Array(count)];
  for (let row = 0, at = 0; row < count; row += 1, at += MEMBER_BYTES) {
    recordIds[row] = all.readUInt32LE(at) + 2 ** 32 * all.readUInt32LE(at + 4);
    low[row] = all.readInt32LE(at + 8);
    high[row] = all.readInt32LE(at + 12);
  }
  const members = spaces.map(([cipher, blocks]) => cipher.seal(blocks));
  return {
    tokens: int8ArrayOfWords(high, low),
    members: uuidArray(Buffer.concat(members)),
    recordIds: int8Array(recordIds),
  };
}
