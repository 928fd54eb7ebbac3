import { mkdir, mkdtemp, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { findFilesContaining } from './find-files-containing.ts';

let folder: string;
const VALUES = ['Asha Rao', 'short', '+919876543210'];
const inFolder = (...parts: string[]) => join(folder, ...parts);

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'pii-vault-leaks-'));
  for (const name of ['data', 'data/logs', 'parts', 'parts/kafka', 'empty', 'odd'])
    await mkdir(inFolder(name));
  await symlink(inFolder('parts'), inFolder('data/parts'));
  await writeFile(inFolder('data/logs/audit.log'), 'a short line\n');
});
afterAll(() => rm(folder, { recursive: true, force: true }));

describe('a search for values', () => {
  it('finds nothing in files without the values', async () => {
    expect(await findFilesContaining(VALUES, [inFolder('data'), inFolder('empty')])).toEqual([]);
  });

  it('finds a value among binary data, in a folder behind a symbolic link', async () => {
    const segment = inFolder('parts/kafka/00000.log');
    await writeFile(
      segment,
      Buffer.concat([Buffer.from([0, 255, 7]), Buffer.from('Asha Rao'), Buffer.alloc(3)]),
    );
    expect(await findFilesContaining(VALUES, [inFolder('data')])).toEqual([
      inFolder('data/parts/kafka/00000.log'),
    ]);
  });

  it('ignores files that no longer exist, and fails on files that it cannot read', async () => {
    await symlink(inFolder('gone'), inFolder('odd/gone'));
    expect(await findFilesContaining(VALUES, [inFolder('odd')])).toEqual([]);
    await symlink('itself', inFolder('odd/itself'));
    await expect(findFilesContaining(VALUES, [inFolder('odd')])).rejects.toThrow('odd/itself');
    await expect(findFilesContaining(VALUES, [inFolder('nowhere')])).rejects.toThrow('nowhere');
  });
});
