import { mkdtemp, readdir, readFile, rename, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { createLogger } from './log.ts';
import { putAside } from './log-file.ts';

let folder: string;
beforeEach(async () => {
  vi.useFakeTimers({ toFake: ['performance'] });
  folder = await mkdtemp(join(tmpdir(), 'log-'));
});
afterEach(async () => {
  vi.useRealTimers();
  await rm(folder, { recursive: true });
});

const linesOf = async (file: string) =>
  (await readFile(join(folder, file), 'utf8'))
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line).msg);

it('goes on in a new file when its own was moved, for every logger of that file', async () => {
  const path = join(folder, 'a.log');
  const [one, other] = [createLogger('info', path), createLogger('info', path)];
  one.info('first');
  await rename(path, join(folder, 'moved.log'));
  other.info('second');
  vi.advanceTimersByTime(10_000);
  one.info('third');
  other.info('fourth');
  expect(await linesOf('moved.log')).toEqual(['first', 'second']);
  expect(await linesOf('a.log')).toEqual(['third', 'fourth']);
});

it('puts a file aside that has grown too long, and no other', async () => {
  const path = join(folder, 'b.log');
  await putAside(path, 10);
  const log = createLogger('info', path);
  for (const message of ['first', 'second']) {
    log.info(message);
    await putAside(path, 1_000);
    expect(await linesOf('b.log')).toContain(message);
    await putAside(path, 10);
    vi.advanceTimersByTime(10_000);
  }
  expect(await linesOf('b.log.1')).toEqual(['second']);
});

it('makes no file again that was deleted with its folder, until there is something to write', async () => {
  const path = join(folder, 'logs', 'c.log');
  const log = createLogger('info', path);
  log.info('first');
  await rm(join(folder, 'logs'), { recursive: true });
  vi.advanceTimersByTime(10_000);
  expect(await readdir(folder)).toEqual([]);
  log.info('second');
  expect(await linesOf('logs/c.log')).toEqual(['second']);
});
