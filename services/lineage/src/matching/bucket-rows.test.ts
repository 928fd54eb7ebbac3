import { randomBytes } from 'node:crypto';
import { expect, it } from 'vitest';
import { packRecord, tokensOf } from '../scoring/packed-record.ts';
import { memberCipher } from './bucket-members.ts';
import { blocksOfRecords, blocksOfRows, bucketColumns } from './bucket-rows.ts';

const filters = Buffer.alloc(192);
const NONE = Buffer.alloc(0);
const key = (first: number) => Buffer.alloc(16, first);
/** Above 2^32, as ids may be. */
const records = [
  {
    recordId: 7 * 2 ** 32 + 5,
    packed: packRecord({
      keys: Buffer.concat([key(0xf1), key(0), key(2), key(0xf1)]),
      filters,
      hints: 0,
      codes: NONE,
    }),
  },
  {
    recordId: 6,
    packed: packRecord({ keys: Buffer.concat([key(2), randomBytes(16)]), filters, hints: 3, codes: NONE }),
  },
  { recordId: 8, packed: packRecord({ keys: Buffer.alloc(0), filters, hints: 0, codes: NONE }) },
];
const rows = records.flatMap(({ recordId, packed }) =>
  [...new Set(tokensOf(packed))].filter((token) => token !== 0n).map((token) => ({ token, recordId })),
);

it('records have one row for each of their keys', () => {
  expect(rows).toHaveLength(4);
  expect(blocksOfRecords(records)).toEqual(blocksOfRows(rows));
});

it("columns contain the members' ids", () => {
  const [one, other] = [memberCipher(randomBytes(32)), memberCipher(randomBytes(32))];
  const blocks = blocksOfRows(rows);
  const { tokens, recordIds, members } = bucketColumns([
    [one, blocks],
    [other, blocks.subarray(0, 16)],
  ]);
  // After a header of 20 bytes, each with its length.
  const partOf = (array: Buffer, row: number, bytes: number) =>
    array.subarray(20 + row * (4 + bytes) + 4, 20 + (row + 1) * (4 + bytes));
  for (const [row, { token, recordId }] of [...rows, ...rows.slice(0, 1)].entries()) {
    expect(partOf(tokens, row, 8).readBigInt64BE()).toBe(token);
    expect(partOf(recordIds, row, 8).readBigInt64BE()).toBe(BigInt(recordId));
    const cipher = row < rows.length ? one : other;
    expect(cipher.open([{ token, members: partOf(members, row, 16) }])).toEqual([[recordId]]);
  }
});
