import { randomBytes } from 'node:crypto';
import { copyFile, rm, writeFile } from 'node:fs/promises';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { type RevocationFile, revocationFile } from '../src/revocations/revocation-file.ts';
import { reveals } from './audit-world.ts';
import { TrailDatabase } from './trail-database.ts';

let trail: TrailDatabase;
let path: string;
let list: RevocationFile;
const log = { error: vi.fn() };
const lines = async () => (await list.read()).map(({ line }) => line);

beforeEach(async () => {
  trail = await TrailDatabase.create();
  path = `${trail.filePath}.revocations`;
  list = revocationFile(path, randomBytes(32));
  log.error.mockClear();
}, 120_000);
afterEach(() => trail.database.drop());

async function signGrown(by: number): Promise<void> {
  await trail.append(reveals(1, by));
  await trail.sign(list, log);
}

it('says what the list covers once for each size of the tree', async () => {
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
])('never makes a list look complete that is %s', async (_, change) => {
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
