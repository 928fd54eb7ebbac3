import { mkdtemp, readdir, rm, stat } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { writeOnce } from './write-once.ts';

let folder: string;
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'pii-vault-once-'));
});
afterEach(() => rm(folder, { recursive: true }));

it('keeps the first content, readable by its owner only, and leaves no other file', async () => {
  const file = join(folder, 'secret');
  expect(await writeOnce(file, 'first')).toBe('first');
  expect(await writeOnce(file, 'second')).toBe('first');
  expect((await stat(file)).mode & 0o777).toBe(0o600);
  expect(await readdir(folder)).toEqual(['secret']);
});

it('returns the same content to concurrent writers', async () => {
  const texts = Array.from({ length: 20 }, (_, n) => `text ${n}`);
  const held = await Promise.all(texts.map((text) => writeOnce(join(folder, 'secret'), text)));
  expect(new Set(held).size).toBe(1);
  expect(await readdir(folder)).toEqual(['secret']);
});
