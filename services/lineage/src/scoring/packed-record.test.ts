import { describe, expect, it } from 'vitest';
import { type RecordByHand, sent } from '../../test/records-by-hand.ts';
import { allocateColumns } from './feature-columns.ts';
import { handlesOf, packRecord, packRow, rowUnpacker, tokensOf } from './packed-record.ts';

const key = (first: number) => Uint8Array.from({ length: 16 }, (_, at) => first + at);
const full: RecordByHand = {
  handles: [undefined, key(0xf0), key(3), undefined, undefined, undefined],
  tokens: [{ kind: 'name_pair', token: key(9) }],
  name: new Uint32Array(16).fill(0x80000001),
  address: undefined,
  dob: new Uint32Array(16).fill(3),
  isNameFull: true,
  isDateWhole: false,
  codes: [1, 0, 0xf1f2f3f4],
};
const packed = packRecord(sent(full));

describe('a packed record', () => {
  it('is its row', () => {
    const columns = allocateColumns(2);
    rowUnpacker(columns)(1, packed);
    expect(packRow(columns, 1)).toEqual(packed);
    expect([...columns.weights]).toEqual([0, 0, 0, 32, 0, 32]);
  });

  it('is stored as filters, handles, tokens in the order of their kinds, hints, codes', () => {
    expect(packed).toHaveLength(513);
    const words = (at: number) => packed.subarray(at, at + 8).toString('hex');
    expect([words(0), words(56)]).toEqual(['0100008001000080', '0100008001000080']);
    expect(words(64)).toBe('0000000000000000');
    expect(words(128)).toBe('0300000003000000');
    // Handles from 192 on, 8 bytes each, and 14 tokens of eight kinds before the names' pairs.
    expect(words(200)).toBe('f3f2f1f0f7f6f5f4');
    expect(words(192 + 8 * 20)).toBe('0c0b0a09100f0e0d');
    expect(packed[464]).toBe(1);
    expect([words(465), words(473)]).toEqual(['0100000000000000', 'f4f3f2f100000000']);
  });

  it('has the known parts of an earlier or later encoding', () => {
    const { keys, filters, hints, codes } = sent(full);
    const withoutNames = packRecord({ keys: keys.subarray(0, 16 * 6), filters, hints, codes });
    expect(handlesOf(withoutNames)).toEqual(handlesOf(packed));
    expect(
      tokensOf(withoutNames)
        .slice(6)
        .every((token) => token === 0n),
    ).toBe(true);
    const withMore = Buffer.concat([keys, Buffer.alloc(16, 9)]);
    expect(packRecord({ keys: withMore, filters, hints, codes })).toEqual(packed);
    const withoutCodes = packRecord({ keys, filters, hints, codes: Buffer.alloc(0) });
    expect(tokensOf(withoutCodes)).toEqual(tokensOf(packed));
  });

  it('of encoding 3, which ends with its hints, is read unchanged', () => {
    const former = packed.subarray(0, 465);
    expect(tokensOf(former)).toEqual(tokensOf(packed));
    const columns = allocateColumns(1);
    rowUnpacker(columns)(0, former);
    expect(columns.hints[0]).toBe(1);
    expect([...columns.codes]).toEqual(new Array(12).fill(0));
    expect(packRow(columns, 0).subarray(0, 465)).toEqual(former);
  });

  it.each([
    ['half a key', { keys: Buffer.alloc(8) }],
    ['two filters', { filters: Buffer.alloc(128) }],
    ['half its codes', { codes: Buffer.alloc(24) }],
  ])('is refused for %s', (_, wrong) => {
    expect(() => packRecord({ ...sent(full), ...wrong })).toThrow('another length');
  });

  it('gives its handles and tokens as signed 64-bit words, 0 for missing ones', () => {
    expect(handlesOf(packed)).toEqual([
      0n,
      BigInt.asIntN(64, 0xf4f5f6f7f0f1f2f3n),
      0x0708090a_03040506n,
      0n,
      0n,
      0n,
    ]);
    // At any offset in memory.
    const moved = Buffer.concat([Buffer.alloc(3), packed]).subarray(3);
    expect(tokensOf(moved)).toEqual(tokensOf(packed));
  });
});
