import { CompaniesService } from '@pii-vault/proto/tenancy/v1/companies';
import { LinkAgreementsService } from '@pii-vault/proto/tenancy/v1/link_agreements';
import { expect, it } from 'vitest';
import { fakeRpc } from './fake-services.ts';
import { gatewayWorld } from './gateway-world.ts';

it('lets requests end when it stops, and takes no new connection', async () => {
  let arrived = () => {};
  let release = () => {};
  const isThere = new Promise<void>((resolve) => {
    arrived = resolve;
  });
  const held = new Promise<void>((resolve) => {
    release = resolve;
  });
  const world = await gatewayWorld({
    tenancy: [
      fakeRpc(CompaniesService, {}),
      fakeRpc(LinkAgreementsService, {
        listLinkAgreements: async () => {
          arrived();
          await held;
          return { agreements: [] };
        },
      }),
    ],
  });
  world.identity.users.set('asha', { companies: { 1: ['company:manage'] } });
  const answer = world.fetch('/api/link-agreements', { headers: { authorization: 'Bearer asha' } });
  await isThere;
  const stopped = world.stop();
  await expect
    .poll(() =>
      world.fetch('/livez').then(
        ({ status }) => status,
        () => 'refused',
      ),
    )
    .toBe('refused');
  release();
  const response = await answer;
  expect([response.status, await response.json()]).toEqual([200, []]);
  await stopped;
});

it('ends each connection with its response while the process is about to stop', async () => {
  const world = await gatewayWorld();
  const connectionOf = async (path: string) => (await world.fetch(path)).headers.get('connection');
  expect([await connectionOf('/livez'), await connectionOf('/api/companies')]).toEqual([
    'keep-alive',
    'keep-alive',
  ]);
  world.leave();
  expect([await connectionOf('/livez'), await connectionOf('/api/companies')]).toEqual(['close', 'close']);
  await world.stop();
});
