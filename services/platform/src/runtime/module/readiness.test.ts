import { expect, it } from 'vitest';
import type { ServiceName } from '../../core/context/caller.ts';
import { createReadiness } from './readiness.ts';

function world() {
  const state = { looks: 0, release: () => {}, isBroken: false };
  const module = {
    async ready() {
      state.looks += 1;
      await new Promise<void>((resolve) => {
        state.release = resolve;
      });
      if (state.isBroken) throw new Error('broken');
    },
  };
  return { state, readiness: createReadiness(new Map<ServiceName, typeof module>([['vault', module]])) };
}

it('is not ready before it opens or after it leaves, and never opens again', async () => {
  const { readiness } = world();
  await expect(readiness.ready()).rejects.toMatchObject({ reason: 'STARTING' });
  readiness.leave();
  readiness.open();
  await expect(readiness.ready()).rejects.toMatchObject({ reason: 'STOPPING' });
  await expect(readiness.moduleReady('vault')).rejects.toMatchObject({ reason: 'STOPPING' });
});

it('shares one check between concurrent callers, and starts a new one for later callers', async () => {
  const { readiness, state } = world();
  readiness.open();
  const asked = Promise.all(Array.from({ length: 20 }, () => readiness.ready()));
  await Promise.resolve();
  state.release();
  await asked;
  expect(state.looks).toBe(1);
  state.isBroken = true;
  const again = readiness.ready();
  await Promise.resolve();
  state.release();
  await expect(again).rejects.toThrow('broken');
  expect(state.looks).toBe(2);
});

it('reports a module of another process as not started', async () => {
  const { readiness } = world();
  readiness.open();
  await expect(readiness.moduleReady('audit')).rejects.toMatchObject({ reason: 'NOT_STARTED' });
});
