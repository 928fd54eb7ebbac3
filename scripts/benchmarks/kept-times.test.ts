import { appendFileSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it, onTestFinished } from 'vitest';
import { keptTimes } from './kept-times.ts';

it('resumes after the complete rounds in the file', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'times-'));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  const file = join(folder, 'rounds');
  const first = await keptTimes(file);
  await first.add({ a: 1, b: 2 });
  await first.add({ a: 3, b: 4 });
  appendFileSync(file, '{"round":3,"tim');
  const second = await keptTimes(file);
  expect([second.rounds, second.of('a'), second.of('c')]).toEqual([2, [1, 3], []]);
  await second.add({ a: 5, b: 6 });
  expect((await keptTimes(file)).of('b')).toEqual([2, 4, 6]);
});
