import type { Ctx } from '@pii-vault/platform/core/context/ctx';
import { waitingOf } from '@pii-vault/platform/testing/waiting-of';
import { ImportsService } from '@pii-vault/proto/vault/v1/imports';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { chunkMessage, csvOf, optionsMessage } from './import-world.ts';
import { type VaultWorld, vaultWorld } from './vault-world.ts';

let world: VaultWorld;
let heldId: number;

const imports = () => world.client(ImportsService, 'vault');

async function* upload(companyId: number, file: string) {
  yield optionsMessage({ companyId });
  yield chunkMessage(Buffer.from(file));
}

beforeAll(async () => {
  world = await vaultWorld();
  const held = await imports().createImport(await world.user([1]), upload(1, 'name,Branch\nAsha,South\n'));
  heldId = held.import?.id ?? 0;
});
afterAll(() => world.stop());

it('held imports are counted in the companies in which the caller may write, with the oldest', async () => {
  await imports().createImport(await world.user([1]), upload(1, 'name,Branch\nRavi,South\n'));
  const counted = async (ctx: Ctx, companyId?: number) => {
    const { count, details } = (await waitingOf(world, 'vault')(ctx, companyId)).imports ?? {};
    return [count, details?.importId];
  };
  expect(await counted(await world.user([1, 2]))).toEqual([2, String(heldId)]);
  expect(await counted(await world.user([1, 2]), 1)).toEqual([2, String(heldId)]);
  expect(await counted(await world.user([1, 2]), 2)).toEqual([0, '']);
  expect(await counted(await world.user([2]))).toEqual([0, '']);
  for (const stranger of [await world.user([2]), await world.as({ companies: { 1: ['pii:read'] } })])
    expect(await counted(stranger, 1)).toEqual([undefined, undefined]);
});

it('an import through the module writes people, entries that name the authoriser, and a readable file name', async () => {
  const ctx = await world.user([3]);
  const { import: created } = await imports().createImport(ctx, upload(3, csvOf(220)));
  const read = async () => (await imports().getImport(ctx, { id: created?.id ?? 0 })).import;
  await expect.poll(read).toMatchObject({ status: 'done', accepted: 220, rejected: 0 });
  expect(await read()).toMatchObject({ fileName: 'people.csv', bytesRead: csvOf(220).length });
  const entries = (await world.entries()).filter((entry) => entry.companyId === 3);
  expect(entries.map((entry) => entry.action)).toEqual([
    'import_create',
    'data_create',
    'data_create',
    'import_finish',
  ]);
  for (const entry of entries) expect([entry.actorType, entry.actorId]).toEqual(['user', '11']);
  expect(entries.at(-1)?.counts).toEqual({ processed: 220, accepted: 220, rejected: 0 });
});

it('a suspended company accepts no file and shows none', async () => {
  const ctx = await world.user([4]);
  const refused = imports().createImport(ctx, upload(4, csvOf(1)));
  await expect(refused).rejects.toMatchObject({ reason: 'COMPANY_SUSPENDED' });
  const { imports: shown } = await imports().listImports(ctx, {
    companyId: undefined,
    limit: 0,
  });
  expect(shown).toEqual([]);
});
