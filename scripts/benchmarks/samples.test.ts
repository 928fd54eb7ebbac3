import { appendFileSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it, onTestFinished } from 'vitest';
import { keptTimes, welch } from './samples.ts';

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

describe('the test of Welch', () => {
  it('is the difference of the means in standard errors', () => {
    // Student's sleep data (1908): R's t.test(extra ~ group) gives t = -1.8608.
    const first = [0.7, -1.6, -0.2, -1.2, -0.1, 3.4, 3.7, 0.8, 0.0, 2.0];
    const second = [1.9, 0.8, 1.1, 0.1, -0.1, 4.4, 5.5, 1.6, 4.6, 3.4];
    const { difference, t } = welch(first, second);
    expect(difference).toBeCloseTo(-1.58, 10);
    expect(t).toBeCloseTo(-1.8608, 4);
  });

  it('is 0 for the same constant', () => {
    expect(welch([2, 2, 2], [2, 2, 2]).t).toBe(0);
  });
});
