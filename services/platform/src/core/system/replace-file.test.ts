import { chmod, mkdir, mkdtemp, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { replaceFile } from './replace-file.ts';

let folder: string;
let file: string;
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'replace-'));
  file = join(folder, 'tls.pem');
});
afterEach(() => rm(folder, { recursive: true }));

it('creates and replaces a file that only its owner can read', async () => {
  await replaceFile(file, 'first');
  await chmod(file, 0o644);
  await replaceFile(file, 'second');
  expect(await readFile(file, 'utf8')).toBe('second');
  expect((await stat(file)).mode & 0o777).toBe(0o600);
  expect(await readdir(folder)).toEqual(['tls.pem']);
});

it('never changes the old file, so that open readers keep reading it', async () => {
  await writeFile(file, 'first');
  const former = (await stat(file)).ino;
  await replaceFile(file, 'second');
  expect((await stat(file)).ino).not.toBe(former);
});

it('keeps the former file and leaves no temporary file after a failure', async () => {
  await mkdir(join(file, 'inside'), { recursive: true });
  await expect(replaceFile(file, 'second')).rejects.toThrow();
  expect(await readdir(folder)).toEqual(['tls.pem']);
});
