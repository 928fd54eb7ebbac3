import type { Ctx } from '@pii-vault/platform/core/context/ctx';
import { waitingOf } from '@pii-vault/platform/testing/waiting-of';
import { ImportsService } from '@pii-vault/proto/vault/v1/imports';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { chunkMessage, csvOf, optionsMessage } from './import-world.ts';
import { ALL, type VaultWorld, vaultWorld } from './vault-world.ts';

let world: VaultWorld;
let id: number;
let heldId: number;

const imports = () => world.client(ImportsService, 'vault');

async function* upload(companyId: number, file: string) {
  yield optionsMessage({ companyId });
  yield chunkMessage(Buffer.from(file));
}

beforeAll(async () => {
  world = await vaultWorld();
  const created = await imports().createImport(await world.user([1]), upload(1, csvOf(3)));
  id = created.import?.id ?? 0;
  const held = await imports().createImport(await world.user([1]), upload(1, 'name,Branch\nAsha,South\n'));
  heldId = held.import?.id ?? 0;
});
afterAll(() => world.stop());

interface Row {
  readonly rpc: keyof typeof ImportsService;
  readonly foreign: 'PERMISSION_DENIED' | 'NOT_FOUND';
  call(ctx: Ctx): Promise<unknown>;
}

const rows: Row[] = [
  {
    rpc: 'createImport',
    foreign: 'PERMISSION_DENIED',
    call: (ctx) => imports().createImport(ctx, upload(1, csvOf(4))),
  },
  { rpc: 'getImport', foreign: 'NOT_FOUND', call: (ctx) => imports().getImport(ctx, { id }) },
  {
    rpc: 'listImports',
    foreign: 'PERMISSION_DENIED',
    call: (ctx) => imports().listImports(ctx, { companyId: 1, limit: 0 }),
  },
  {
    rpc: 'listImportErrors',
    foreign: 'NOT_FOUND',
    call: (ctx) => imports().listImportErrors(ctx, { id, limit: 0 }),
  },
  {
    rpc: 'listImportCorrections',
    foreign: 'NOT_FOUND',
    call: (ctx) => imports().listImportCorrections(ctx, { importId: id, limit: 0, afterIndividualId: 0 }),
  },
  {
    rpc: 'cancelImport',
    foreign: 'NOT_FOUND',
    call: (ctx) => unlessEnded(imports().cancelImport(ctx, { id })),
  },
  {
    rpc: 'mapImport',
    foreign: 'NOT_FOUND',
    call: (ctx) => imports().mapImport(ctx, { id: heldId, mapping: { Branch: 'ignore' } }),
  },
  {
    rpc: 'retryImport',
    foreign: 'NOT_FOUND',
    call: (ctx) => unlessEnded(imports().retryImport(ctx, { id: heldId })),
  },
];

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

/** The job may finish first. This test only checks that the call is allowed. */
const unlessEnded = (answer: Promise<unknown>) =>
  answer.catch((error: { reason?: string }) => {
    if (error.reason === 'IMPORT_FINISHED') return {};
    throw error;
  });

it('the table lists every RPC of the service', () => {
  expect(rows.map((row) => row.rpc).sort()).toEqual(Object.keys(ImportsService).sort());
});

describe.each(rows)('$rpc', ({ foreign, call }) => {
  it('refuses no token, an external token and an expired one', async () => {
    for (const [, ctx] of await world.refused({ companies: { 1: ALL } })) {
      await expect(call(ctx)).rejects.toMatchObject({ code: 'UNAUTHENTICATED' });
    }
  });

  it('refuses a service token', async () => {
    await expect(call(world.asService('gateway', 1))).rejects.toMatchObject({ code: 'PERMISSION_DENIED' });
  });

  it(`answers ${foreign} to a caller of another company`, async () => {
    await expect(call(await world.user([2]))).rejects.toMatchObject({ code: foreign });
  });

  it('needs pii:write in the company itself', async () => {
    const others = ALL.filter((one) => one !== 'pii:write');
    await expect(call(await world.user([1], others))).rejects.toMatchObject({ code: 'PERMISSION_DENIED' });
    const mixed = await world.as({ companies: { 1: others, 2: ALL } });
    await expect(call(mixed)).rejects.toMatchObject({ code: foreign });
  });

  it('lets the owner and a super_admin through', async () => {
    await expect(call(await world.user([1]))).resolves.toBeDefined();
    await expect(call(await world.superAdmin())).resolves.toBeDefined();
  });
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
