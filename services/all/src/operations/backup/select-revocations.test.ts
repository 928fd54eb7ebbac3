import type { ChainedLine, LineContent } from '@pii-vault/audit/revocations/revocation-line';
import { chain, headAfter, NO_LINE } from '@pii-vault/audit/revocations/revocation-line';
import { describe, expect, it } from 'vitest';
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

const root = (text: string) => Buffer.from(text.padEnd(32)).toString('base64');
const revoked = (userId: string, seq: number): LineContent => ({
  service: 'identity',
  entry: { epoch: 1, seq },
  action: 'user_delete',
  at: '2026-11-28T00:00:00.000Z',
  objectIds: { userId },
});

/** A trail with these roots by size, and the entries of these lines. */
const trailOf = (
  roots: Readonly<Record<number, string>>,
  entries: readonly number[] = [],
  replay?: string,
) => ({
  replay,
  extends: async (claim: { size: number; root: string }) => root(roots[claim.size] ?? '-') === claim.root,
  missing: async (lines: readonly ChainedLine[]) =>
    lines.flatMap(({ seq, line }) =>
      'action' in line && !entries.includes(line.entry?.seq ?? 0) ? [{ seq, line, isPending: false }] : [],
    ),
});

describe('a trail restored by other means', () => {
  const list = listOf(
    { covers: 0, root: root('0') },
    revoked('1', 3),
    { covers: 5, root: root('five') },
    revoked('2', 7),
    { covers: 9, root: root('nine') },
    revoked('3', 10),
  );
  const roots = { 0: '0', 5: 'five', 9: 'nine' };
  const missingIn = (
    trail: ReturnType<typeof trailOf>,
    claims: readonly { size: number; root: string }[] = [{ size: 9, root: root('nine') }],
    lines: readonly ChainedLine[] = list,
  ) =>
    revocationsAfterTrail({ read: async () => [...lines] }, trail, { claims, acceptLost: false }).then(
      (found) => found.map(({ seq }) => seq),
    );

  it('lacks the revocations after the last covered tree that it extends, whose entries it lacks', async () => {
    expect(await missingIn(trailOf(roots, [3, 7, 10]))).toEqual([]);
    expect(await missingIn(trailOf(roots, [3, 7])), 'an entry that was not signed yet').toEqual([6]);
    expect(await missingIn(trailOf({ 0: '0', 5: 'five' }, [3]))).toEqual([4, 6]);
    expect(await missingIn(trailOf({ 0: '0' }, [])), 'a trail of before the first of them').toEqual([
      2, 4, 6,
    ]);
  });

  it('lacks them although services appended as many entries after the restore', async () => {
    const forked = trailOf({ 0: '0', 5: 'five', 9: 'other nine' }, [3]);
    expect(await missingIn(forked)).toEqual([4, 6]);
  });

  it('lacks them again in another copy of a backup that was restored before', async () => {
    const replayed = listOf(
      ...list.map(({ line }) => line),
      { covers: 5, root: root('five'), replay: 'first' },
      revoked('4', 6),
    );
    const backup = { 0: '0', 5: 'five' };
    expect(await missingIn(trailOf(backup, [3], 'first'), undefined, replayed)).toEqual([8]);
    expect(await missingIn(trailOf(backup, [3]), undefined, replayed)).toEqual([4, 6, 8]);
    expect(await missingIn(trailOf(backup, [3], 'second'), undefined, replayed)).toEqual([4, 6, 8]);
    expect(await missingIn(trailOf(roots, [3, 7]), undefined, replayed), 'a newer backup').toEqual([6, 8]);
    expect(await missingIn(trailOf({ 0: '0' }), undefined, replayed), 'an older backup').toEqual([
      2, 4, 6, 8,
    ]);
  });

  it('lacks revocations that the bus delivered to it after the restore, until they are replayed', async () => {
    // Of entry 10 only the line was written in time; the trail was signed after the bus had delivered the entry again.
    const delivered = listOf(...list.map(({ line }) => line), revoked('3', 10), {
      covers: 10,
      root: root('ten'),
    });
    const restored = trailOf({ ...roots, 10: 'ten' }, [3, 7, 10]);
    expect(await missingIn(restored, undefined, delivered)).toEqual([7]);
    const replayed = listOf(...delivered.map(({ line }) => line), {
      covers: 10,
      root: root('ten'),
      replay: 'first',
    });
    expect(
      await missingIn(trailOf({ ...roots, 10: 'ten' }, [3, 7, 10], 'first'), undefined, replayed),
    ).toEqual([]);
  });

  it('is refused when the list ends before what was signed and the trail does not extend it', async () => {
    const beyond = [{ size: 10, root: root('ten') }];
    await expect(missingIn(trailOf(roots), beyond)).rejects.toMatchObject(incomplete);
    expect(await missingIn(trailOf({ ...roots, 10: 'ten' }, [3, 7, 10]), beyond)).toEqual([]);
    await expect(missingIn(trailOf(roots), beyond, []), 'an empty list').rejects.toMatchObject(incomplete);
    const trimmed = [headAfter(key, list[2] ?? NO_LINE), ...list.slice(3)];
    await expect(missingIn(trailOf({ 5: 'five' }), beyond, trimmed)).rejects.toMatchObject(incomplete);
    expect(await missingIn(trailOf(roots, [7]), undefined, trimmed)).toEqual([6]);
  });
});
