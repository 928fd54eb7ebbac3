import type { LineContent } from '@pii-vault/audit/revocations/revocation-line';
import { chain, headAfter, NO_LINE } from '@pii-vault/audit/revocations/revocation-line';
import { expect, it } from 'vitest';
import type { ListPlace } from './archive.ts';
import { revocationsBeyond, revocationsSince } from './kept-revocations.ts';

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

const since = (lines: typeof kept, position: ListPlace, acceptLost = false) =>
  revocationsSince(
    { read: async () => lines },
    { position, auditEntries: 5, signedEntries: 9, acceptLost },
  ).then((found) => found.map(({ seq }) => seq));
const incomplete = { reason: 'REVOCATIONS_INCOMPLETE' };

it('takes the lines after that of the backup, which is known by its MAC', async () => {
  expect(await since(kept, { seq: 2, mac })).toEqual([3]);
  expect(await since(kept, { seq: 0, mac: '' })).toEqual([1, 2, 3]);
});

it('refuses a list that was begun anew since, however long it has become', async () => {
  await expect(since(anew, { seq: 2, mac })).rejects.toMatchObject(incomplete);
  expect(await since(anew, { seq: 2, mac }, true), 'every line may be of later').toEqual([1, 2, 3]);
});

it('refuses a list that ends before the backup, or before the last checkpoint', async () => {
  await expect(since(kept.slice(0, 1), { seq: 2, mac })).rejects.toMatchObject(incomplete);
  await expect(since(kept.slice(0, 2), { seq: 2, mac })).rejects.toMatchObject(incomplete);
  expect(await since(kept.slice(0, 2), { seq: 2, mac }, true)).toEqual([]);
});

it('restores an archive of before MACs were kept', async () => {
  expect(await since(anew, { seq: 2 })).toEqual([3]);
});

it('refuses a list whose lines of then were left out, and takes one that begins where the backup ended', async () => {
  const head = (at: number) => [headAfter(key, kept[at - 1] ?? NO_LINE), ...kept.slice(at)];
  expect(await since(head(2), { seq: 2, mac })).toEqual([3]);
  await expect(since(head(2), { seq: 1, mac: kept[0]?.mac })).rejects.toMatchObject(incomplete);
});

it('takes what a trail that was restored by other means may not know, and refuses where lines of then are left out', async () => {
  const beyond = (lines: typeof kept, auditEntries: number, signedEntries = 9) =>
    revocationsBeyond({ read: async () => lines }, { auditEntries, signedEntries, acceptLost: false }).then(
      (found) => found.map(({ seq }) => seq),
    );
  expect(await beyond(kept, 5)).toEqual([3]);
  expect(await beyond(kept, 4), 'what lies between is replayed, too').toEqual([2, 3]);
  expect(await beyond(kept, 0)).toEqual([1, 2, 3]);
  expect(await beyond(kept, 9)).toEqual([]);
  await expect(beyond(kept, 5, 10)).rejects.toMatchObject(incomplete);
  await expect(beyond([], 9), 'no list at all').rejects.toMatchObject(incomplete);
  const trimmed = [headAfter(key, kept[1] ?? NO_LINE), ...kept.slice(2)];
  await expect(beyond(trimmed, 5)).rejects.toMatchObject(incomplete);
  expect(await beyond(trimmed, 9)).toEqual([]);
});
