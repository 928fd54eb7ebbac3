import { randomBytes } from 'node:crypto';
import { copyFile, rm, writeFile } from 'node:fs/promises';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { fileLines } from '../src/outside/file-lines.ts';
import { type RevocationFile, revocationFile } from '../src/revocations/revocation-file.ts';
import { trimRevocations } from '../src/revocations/trim-revocations.ts';
import { reveals } from './audit-world.ts';
import { TrailDatabase } from './trail-database.ts';

let trail: TrailDatabase;
let path: string;
let list: RevocationFile;
const log = { error: vi.fn() };
const lines = async () =>
  (await list.read()).map(({ line }) => ('covers' in line ? { covers: line.covers } : line));

beforeEach(async () => {
  trail = await TrailDatabase.create();
  path = `${trail.filePath}.revocations`;
  list = revocationFile(fileLines(path), randomBytes(32));
  log.error.mockClear();
});
afterEach(() => trail.database.drop());

async function signGrown(by: number): Promise<void> {
  await trail.append(reveals(1, by));
  await trail.sign(list, log);
}

it('writes the coverage once per size of the tree', async () => {
  await trail.sign(list, log);
  await signGrown(2);
  await trail.sign(list, log);
  await trail.sign(list, log);
  expect(await lines()).toEqual([{ covers: 0 }, { covers: 2 }]);
  expect(log.error).not.toHaveBeenCalled();
});

it.each<[string, () => Promise<void>]>([
  ['lost', () => rm(path)],
  ['empty', () => writeFile(path, '')],
  ['older than it was', () => copyFile(`${path}.copy`, path)],
])('does not extend the coverage of a list that is %s', async (_, change) => {
  await signGrown(2);
  await copyFile(path, `${path}.copy`);
  await signGrown(3);
  await copyFile(path, `${path}.newest`);
  await change();
  const left = await lines();
  await trail.sign(list, log);
  expect(await lines()).toEqual(left);
  expect(log.error).toHaveBeenCalledWith(
    expect.stringContaining('lost'),
    expect.objectContaining({ signed: 5 }),
  );

  await copyFile(`${path}.newest`, path);
  log.error.mockClear();
  await trail.sign(list, log);
  expect(log.error, 'its newest copy is good again').not.toHaveBeenCalled();
});

describe('lines that are too old', () => {
  const now = Date.parse('2027-12-31T00:00:00.000Z');
  const at = (day: string) => ({ covers: 0, at: `${day}T00:00:00.000Z` });
  const trim = () =>
    trimRevocations({ db: trail.database.db, revocations: list, log: { info: vi.fn() }, now: () => now })();

  it('are removed, and without such lines no lock is taken', async () => {
    const locked = vi.spyOn(trail.database.db, 'system');
    await trim();
    await list.append([at('2027-01-01'), at('2027-02-01')]);
    await trim();
    expect(locked).not.toHaveBeenCalled();
    await rm(path);
    await list.append([at('2026-01-01'), at('2026-02-01'), at('2027-02-01')]);
    await trim();
    expect(locked).toHaveBeenCalledTimes(1);
    expect((await list.read()).map(({ seq }) => seq)).toEqual([2, 3]);
    locked.mockRestore();
  });
});
