import { expect, it } from 'vitest';
import { startedOnDemand } from './started-on-demand.ts';

/** Records starts; each instance ends on request. */
function starts() {
  const begun: { readonly end: () => void; readonly ended: Promise<void> }[] = [];
  return {
    begun,
    async start() {
      const { promise, resolve } = Promise.withResolvers<void>();
      const one = { end: resolve, ended: promise };
      begun.push(one);
      return one;
    },
  };
}

it('starts on first use, once for all callers', async () => {
  const { begun, start } = starts();
  const program = startedOnDemand(start);
  expect(program.current()).toBeUndefined();
  const [first, second] = await Promise.all([program.get(), program.get()]);
  expect(second).toBe(first);
  expect(begun).toHaveLength(1);
});

it('retries at the next call after a failed start', async () => {
  const { start } = starts();
  let isRefused = true;
  const program = startedOnDemand(async () => {
    if (isRefused) throw new Error('No port');
    return await start();
  });
  await expect(program.get()).rejects.toThrow('No port');
  expect(program.current()).toBeUndefined();
  isRefused = false;
  await expect(program.get()).resolves.toHaveProperty('ended');
});

it('starts again after the end of the previous one', async () => {
  const { begun, start } = starts();
  const program = startedOnDemand(start);
  await program.get();
  begun[0]?.end();
  await expect.poll(() => program.current()).toBeUndefined();
  const second = await program.get();
  expect(second).toBe(begun[1]);
  expect(await program.get()).toBe(second);
});
