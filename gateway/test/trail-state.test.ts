import { permissions } from '@pii-vault/contract/permissions';
import { AppError } from '@pii-vault/platform/core/errors/app-error';
import { testCtx } from '@pii-vault/platform/testing/test-ctx';
import { TrailService } from '@pii-vault/proto/audit/v1/trail';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { watchTrail } from '../src/edge/trail-state.ts';
import { fakeRpc } from './fake-services.ts';
import { type GatewayWorld, gatewayWorld } from './gateway-world.ts';

const WHY = 'The tree contradicts a checkpoint: run `pii-vault replay-revocations`';
const trail = { contradiction: WHY, isAway: false };
let world: GatewayWorld;

beforeAll(async () => {
  world = await gatewayWorld({
    audit: [
      fakeRpc(TrailService, {
        getTrailState: async () => {
          if (trail.isAway) throw new AppError('UNAVAILABLE', 'AWAY', 'audit is away');
          return { contradiction: trail.contradiction };
        },
      }),
    ],
  });
  world.identity.users.set('admin', { userId: 2, everywhere: permissions });
});
afterAll(() => world.stop());

const ask = (method: string, path: string) =>
  world.fetch(`/api${path}`, {
    method,
    headers: { authorization: 'Bearer admin', 'content-type': 'application/json' },
    ...(method === 'GET' ? {} : { body: '{}' }),
  });

it('refuses changes and reveals while the trail is contradicted, names the command, and serves reads', async () => {
  for (const [method, path] of [
    ['POST', '/auth/login'],
    ['POST', '/companies'],
    ['POST', '/pii-records/reveal'],
    ['DELETE', '/users/2'],
  ] as const) {
    const answer = await ask(method, path);
    expect([path, answer.status], path).toEqual([path, 503]);
    expect(await answer.json()).toMatchObject({
      reason: 'TRAIL_CONTRADICTED',
      message: expect.stringContaining('replay-revocations'),
    });
  }
  expect((await ask('GET', '/auth/setup-status')).status).toBe(200);
  expect((await ask('POST', '/auth/logout')).status).not.toBe(503);
});

it('keeps the last state while audit is away, and serves changes again after the replay', async () => {
  trail.isAway = true;
  trail.contradiction = '';
  expect((await ask('POST', '/companies')).status).toBe(503);
  trail.isAway = false;
  await expect.poll(async () => (await ask('POST', '/companies')).status, { timeout: 20_000 }).toBe(400);
});

it('is unknown before the first answer of audit, and five minutes after the last one', async () => {
  let now = 0;
  let isAway = true;
  const client = {
    async getTrailState() {
      if (isAway) throw new AppError('UNAVAILABLE', 'AWAY', 'audit is away');
      return { contradiction: '' };
    },
  };
  const state = watchTrail(
    client,
    () => testCtx(null),
    () => now,
  );
  const unknown = expect.objectContaining({ code: 'UNAVAILABLE', reason: 'TRAIL_UNKNOWN' });
  const change = () => state.refuseChange({ key: 'POST /companies', method: 'POST' });
  await expect(state.refresh()).rejects.toThrow();
  expect(state.isKnown()).toBe(false);
  expect(change).toThrow(unknown);
  const reveal = { key: 'GET /individuals/{id}', method: 'GET', reveals: true } as const;
  expect(() => state.refuseChange(reveal)).toThrow(unknown);
  state.refuseChange({ key: 'GET /companies', method: 'GET' });
  state.refuseChange({ key: 'DELETE /users/{id}/sessions/{sid}', method: 'DELETE' });
  isAway = false;
  await state.refresh();
  change();
  isAway = true;
  now = 5 * 60_000;
  change();
  now += 1;
  expect(change).toThrow(unknown);
});
