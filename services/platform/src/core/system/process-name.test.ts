import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { expect, it } from 'vitest';
import { isGone, nameOfProcess, PROCESS_NAME } from './process-name.ts';

it('is a valid Kafka client id and stays constant', async () => {
  expect(PROCESS_NAME).toMatch(/^[\w-]+\.\d+\.[0-9a-f]{12}$/);
  expect(await nameOfProcess(process.pid)).toBe(PROCESS_NAME);
});

it('distinguishes a running process from an ended one and from one that reuses its pid', async () => {
  const child = spawn('sleep', ['infinity']);
  const name = await nameOfProcess(child.pid ?? 0);
  const ofItsNumber = name.replace(/[0-9a-f]{12}$/, '0123456789ab');
  expect([await isGone(PROCESS_NAME), await isGone(name), await isGone(ofItsNumber)]).toEqual([
    false,
    false,
    true,
  ]);
  child.kill('SIGKILL');
  await once(child, 'exit');
  expect(await isGone(name)).toBe(true);
});

it('does not call processes of other hosts or malformed names gone', async () => {
  expect(await isGone(PROCESS_NAME.replace(/^/, 'another-'))).toBe(false);
  expect(await isGone('3f0e9c1c-4b0a-4d3c-9a55-2d0c8c3c1c11')).toBe(false);
});
