import { chmod, mkdir, mkdtemp, readdir, readFile, rename, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { createLogger } from './log.ts';
import { openLogFolder, putAside } from './log-file.ts';

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

it('continues in a new file after the file was moved, for every logger of that file', async () => {
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

it('rotates only a file that exceeds the limit', async () => {
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

it('recreates a file that was deleted with its folder only when it writes', async () => {
  const path = join(folder, 'logs', 'c.log');
  const log = createLogger('info', path);
  log.info('first');
  await rm(join(folder, 'logs'), { recursive: true });
  vi.advanceTimersByTime(10_000);
  expect(await readdir(folder)).toEqual([]);
  log.info('second');
  expect(await linesOf('logs/c.log')).toEqual(['second']);
});

describe('other users of the machine', () => {
  const modeOf = async (path: string) => (await stat(join(folder, path))).mode & 0o777;
  let umask: number;
  beforeEach(() => {
    umask = process.umask(0o022);
  });
  afterEach(() => void process.umask(umask));

  it('can neither read a log nor list its folder, even after both were recreated', async () => {
    const log = createLogger('info', join(folder, 'logs', 'd.log'));
    for (const message of ['first', 'second']) {
      log.info(message);
      expect(await modeOf('logs/d.log')).toBe(0o640);
      expect(await modeOf('logs')).toBe(0o750);
      await rm(join(folder, 'logs'), { recursive: true });
      vi.advanceTimersByTime(10_000);
    }
  });

  it('lose access that an earlier version had left open', async () => {
    await mkdir(join(folder, 'old'), { mode: 0o755 });
    await writeFile(join(folder, 'old', 'e.log'), 'before\n', { mode: 0o644 });
    await openLogFolder(join(folder, 'old'));
    createLogger('info', join(folder, 'old', 'e.log'));
    expect(await modeOf('old/e.log')).toBe(0o640);
    expect(await modeOf('old')).toBe(0o750);
  });

  it('do not change a stricter file mode or the mode of a folder with other files', async () => {
    await writeFile(join(folder, 'f.log'), '', { mode: 0o600 });
    await chmod(folder, 0o755);
    createLogger('info', join(folder, 'f.log'));
    expect(await modeOf('f.log')).toBe(0o600);
    expect(await modeOf('.')).toBe(0o755);
  });
});
