import { exportJWK, generateKeyPair, type JWK } from 'jose';
import { expect, it } from 'vitest';
import { jwksKeys } from './jwks-keys.ts';

async function jwk(kid: string): Promise<JWK> {
  const { publicKey } = await generateKeyPair('EdDSA', { extractable: true });
  return { ...(await exportJWK(publicKey)), kid, alg: 'EdDSA' };
}

async function world() {
  const state = { now: 0, shown: [await jwk('a')], calls: 0, isAway: false };
  const keys = jwksKeys(
    async () => {
      state.calls += 1;
      if (state.isAway) throw new Error('away');
      return state.shown;
    },
    () => state.now,
  );
  const has = async (kid: string) => (await keys.find(kid)) !== undefined;
  return { state, has };
}

it('fetches once, and again for an unknown kid at most every thirty seconds', async () => {
  const { state, has } = await world();
  expect(await Promise.all([has('a'), has('a')])).toEqual([true, true]);
  state.shown = [...state.shown, await jwk('b')];
  state.now = 29_999;
  expect([await has('b'), state.calls]).toEqual([false, 1]);
  state.now = 30_000;
  expect([await has('b'), await has('a'), state.calls]).toEqual([true, true, 2]);
});

it('trusts a withdrawn key for at most ten minutes', async () => {
  const { state, has } = await world();
  await has('a');
  state.shown = [await jwk('b')];
  state.now = 599_999;
  expect([await has('a'), state.calls]).toEqual([true, 1]);
  state.now = 600_000;
  await has('a');
  await expect.poll(() => has('a')).toBe(false);
});

it('keeps using the known keys while fetching fails', async () => {
  const { state, has } = await world();
  await has('a');
  state.isAway = true;
  state.now = 700_000;
  expect([await has('a'), await has('a'), state.calls]).toEqual([true, true, 2]);
});

it('trusts no key for longer than an hour while fetching fails', async () => {
  const { state, has } = await world();
  await has('a');
  state.isAway = true;
  state.now = 3_599_999;
  expect(await has('a')).toBe(true);
  state.now = 3_600_000;
  await expect(has('a')).rejects.toThrow('away');
  await expect(has('a')).rejects.toThrow('away');
  state.isAway = false;
  state.shown = [await jwk('b')];
  expect([await has('a'), await has('b')]).toEqual([false, true]);
});
