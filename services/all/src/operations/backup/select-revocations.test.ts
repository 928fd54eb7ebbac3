import type { LineContent } from '@pii-vault/audit/revocations/revocation-line';
import { chain, headAfter, NO_LINE } from '@pii-vault/audit/revocations/revocation-line';
import { expect, it } from 'vitest';
import type { ListPosition } from './archive.ts';
import { revocationsAfterBackup, revocationsAfterTrail } from './select-revocations.ts';

const key = Buffer.alloc(32, 1);

function listOf(...contents: LineContent[]) {
  let end = NO_LINE;
  return contents.map((content) => {
    const line = chain(key, end, content);
    end = line;
    return line;
  });
}
const kept = listOf({ covers: 1 }, { covers: 5 }, { covers: 9 });
const anew = listOf({ covers: 4 }, { covers: 6 }, { covers: 9 });
const mac = kept[1]?.mac;

const since = (lines: typeof kept, position: ListPosition, acceptLost = false) =>
  revocationsAfterBackup(
    { read: async () => lines },
    { position, auditEntries: 5, signedEntries: 9, acceptLost },
  ).then((found) => found.map(({ seq }) => seq));
const incomplete = { reason: 'REVOCATIONS_INCOMPLETE' };

it('returns the lines after that of the backup, which its MAC identifies', async () => {
  expect(await since(kept, { seq: 2, mac })).toEqual([3]);
  expect(await since(kept, { seq: 0, mac: '' })).toEqual([1, 2, 3]);
});

it('refuses a list that was restarted after the backup, whatever its length', async () => {
  await expect(since(anew, { seq: 2, mac })).rejects.toMatchObject(incomplete);
  expect(await since(anew, { seq: 2, mac }, true), 'every line may be later than the backup').toEqual([
    1, 2, 3,
  ]);
});

it('refuses a list that ends before the backup, or before the last checkpoint', async () => {
  await expect(since(kept.slice(0, 1), { seq: 2, mac })).rejects.toMatchObject(incomplete);
  await expect(since(kept.slice(0, 2), { seq: 2, mac })).rejects.toMatchObject(incomplete);
  expect(await since(kept.slice(0, 2), { seq: 2, mac }, true)).toEqual([]);
});

it('restores an archive without a MAC', async () => {
  expect(await since(anew, { seq: 2 })).toEqual([3]);
});

it('refuses a list without the lines after the backup, and accepts one that starts where the backup ended', async () => {
  const head = (at: number) => [headAfter(key, kept[at - 1] ?? NO_LINE), ...kept.slice(at)];
  expect(await since(head(2), { seq: 2, mac })).toEqual([3]);
  await expect(since(head(2), { seq: 1, mac: kept[0]?.mac })).rejects.toMatchObject(incomplete);
});

it('returns lines that a trail restored by other means may lack, and refuses a list with missing lines', async () => {
  const beyond = (lines: typeof kept, auditEntries: number, signedEntries = 9) =>
    revocationsAfterTrail(
      { read: async () => lines },
      { auditEntries, signedEntries, acceptLost: false },
    ).then((found) => found.map(({ seq }) => seq));
  expect(await beyond(kept, 5)).toEqual([3]);
  expect(await beyond(kept, 4), 'lines in between are included').toEqual([2, 3]);
  expect(await beyond(kept, 0)).toEqual([1, 2, 3]);
  expect(await beyond(kept, 9)).toEqual([]);
  await expect(beyond(kept, 5, 10)).rejects.toMatchObject(incomplete);
  await expect(beyond([], 9), 'an empty list').rejects.toMatchObject(incomplete);
  const trimmed = [headAfter(key, kept[1] ?? NO_LINE), ...kept.slice(2)];
  await expect(beyond(trimmed, 5)).rejects.toMatchObject(incomplete);
  expect(await beyond(trimmed, 9)).toEqual([]);
});
