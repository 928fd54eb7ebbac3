import { describe, expect, it } from 'vitest';
import { allocateColumns, type RecordFeatures, setRow } from '../scoring/feature-columns.ts';
import { handlesOf, packRecord, packRow, rowUnpacker, tokensOf } from './packed-record.ts';

const key = (first: number) => Uint8Array.from({ length: 16 }, (_, at) => first + at);
const full: RecordFeatures = {
  handles: [undefined, key(0xf0), key(3), undefined, undefined, undefined],
  tokens: [{ kind: 'name_pair', token: key(9) }],
  name: new Uint32Array(16).fill(0x80000001),
  address: undefined,
  dob: new Uint32Array(16).fill(3),
  isNameFull: true,
  isDateWhole: false,
};
const empty: RecordFeatures = {
  ...full,
  handles: [],
  tokens: [],
  name: undefined,
  dob: undefined,
  isNameFull: false,
};

describe('a packed record', () => {
  it('is its row', () => {
    const columns = allocateColumns(2);
    setRow(columns, 1, full);
    const packed = packRecord(full);
    expect(packRow(columns, 1)).toEqual(packed);
    const unpacked = allocateColumns(2);
    rowUnpacker(unpacked)(1, packed);
    expect(unpacked).toEqual(columns);
  });

  it('has nothing of the one before', () => {
    const before = packRecord(empty);
    expect(before.every((byte) => byte === 0)).toBe(true);
    packRecord(full);
    expect(packRecord(empty)).toEqual(before);
  });

  it('names its handles and tokens as signed words of 64 bits, 0 where it has none', () => {
    const packed = packRecord(full);
    expect(handlesOf(packed)).toEqual([
      0n,
      BigInt.asIntN(64, 0xf4f5f6f7f0f1f2f3n),
      0x0708090a_03040506n,
      0n,
      0n,
      0n,
    ]);
    expect(tokensOf(packed).filter((token) => token !== 0n)).toHaveLength(3);
    // Wherever it lies in memory.
    const moved = Buffer.concat([Buffer.alloc(3), packed]).subarray(3);
    expect(tokensOf(moved)).toEqual(tokensOf(packed));
  });
});
