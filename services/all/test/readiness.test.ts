import { afterAll, beforeAll, expect, it } from 'vitest';
import { allModules } from '../src/modules.ts';
import { startWholeVault, type WholeVault } from './whole-vault.ts';

let vault: WholeVault;

beforeAll(async () => {
  vault = await startWholeVault(allModules, {}, 'thread');
});
afterAll(() => vault?.stop());

const statusOf = async (path: string) => (await fetch(`${vault.origin}${path}`)).status;

const becomes = (path: string, status: number) =>
  expect.poll(() => statusOf(path), { timeout: 60_000, interval: 100 }).toBe(status);

it('reports on readiness that audit has stopped its intake, and stays alive', async () => {
  await becomes('/readyz', 200);
  await vault.sql(
    `SELECT bus.append_messages(ARRAY[gen_random_uuid()], ARRAY['lineage.audit'], ARRAY['k'], ARRAY['lineage'], ARRAY[900::bigint],
       ARRAY[7::bigint], ARRAY[NULL::bigint], ARRAY['\\xff'::bytea], ARRAY[now()], ARRAY[NULL::text])`,
  );
  await becomes('/readyz', 503);
  await expect(vault.host.ready()).rejects.toMatchObject({ reason: 'CONSUMER_STOPPED' });
  await expect(vault.host.moduleReady('audit')).rejects.toMatchObject({ reason: 'CONSUMER_STOPPED' });
  await vault.host.moduleReady('vault');
  expect(await statusOf('/livez')).toBe(200);
});
