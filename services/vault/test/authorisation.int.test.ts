import type { Ctx } from '@pii-vault/platform/core/context/ctx';
import { ImportsService } from '@pii-vault/proto/vault/v1/imports';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { chunkMessage, csvOf, optionsMessage } from './import-world.ts';
import { ALL, ASHA, consent, type VaultWorld, vaultWorld } from './vault-world.ts';

let world: VaultWorld;
let individualId: number;
let fieldId: number;
let importId: number;
let heldId: number;

const imports = () => world.client(ImportsService, 'vault');

async function* upload(companyId: number, file: string) {
  yield optionsMessage({ companyId });
  yield chunkMessage(Buffer.from(file));
}

beforeAll(async () => {
  world = await vaultWorld();
  const owner = await world.user([1]);
  const created = await world.records.createRecord(owner, record(1));
  individualId = created.individualId;
  fieldId = created.fieldIds.pan ?? 0;
  importId = (await imports().createImport(owner, upload(1, csvOf(3)))).import?.id ?? 0;
  const held = await imports().createImport(owner, upload(1, 'name,Branch\nAsha,South\n'));
  heldId = held.import?.id ?? 0;
});
afterAll(() => world.stop());
beforeEach(() => world.forgetPeople());

const record = (companyId: number) => ({
  companyId,
  consentDetails: consent(),
  fields: ASHA,
  externalId: undefined,
  individualId: undefined,
});
const list = (companyId: number | undefined) => ({
  ...{ companyId, limit: 0, cursor: undefined, sort: undefined, search: undefined },
  ...{
    quality: undefined,
    externalId: undefined,
    includeExternalIds: false,
    filter: undefined,
    marks: [],
    forExport: false,
  },
});

let erased: number | undefined;
/** A person of company 1 that was erased. */
async function erasedOnce(): Promise<number> {
  if (erased !== undefined) return erased;
  const owner = await world.user([1]);
  const created = await world.records.createRecord(owner, record(1));
  const request = { companyId: 1, individualId: created.individualId, reason: 'asked for' };
  await world.erasures.eraseIndividual(owner, request);
  erased = created.individualId;
  return erased;
}

/** The job may finish first. This test only checks that the call is allowed. */
const unlessEnded = (answer: Promise<unknown>) =>
  answer.catch((error: { reason?: string }) => {
    if (error.reason === 'IMPORT_FINISHED') return {};
    throw error;
  });

interface Row {
  readonly rpc: string;
  readonly permission: string;
  call(ctx: Ctx): Promise<unknown>;
}

const changesImport = (rpc: string, call: Row['call']): Row => ({ rpc, permission: 'pii:write', call });

/** Calls that name no company: the handler looks the id up. permissions.test.ts has the rules of all others. */
const rows: Row[] = [
  {
    rpc: 'GetIndividual',
    permission: 'pii:read',
    call: (ctx) =>
      world.individuals.getIndividual(ctx, { individualId, companyId: undefined, purpose: undefined }),
  },
  {
    rpc: 'GetField',
    permission: 'pii:read',
    call: (ctx) => world.fields.getField(ctx, { fieldId, purpose: undefined }),
  },
  {
    rpc: 'GetFieldHistory',
    permission: 'pii:read',
    call: (ctx) => world.fields.getFieldHistory(ctx, { fieldId, purpose: undefined }),
  },
  {
    rpc: 'ListConsents',
    permission: 'pii:read',
    call: (ctx) => world.consents.listConsents(ctx, { companyId: undefined, id: individualId }),
  },
  {
    rpc: 'GetErasures',
    permission: 'pii:erase',
    call: async (ctx) => world.erasures.getErasures(ctx, { companyId: undefined, id: await erasedOnce() }),
  },
  changesImport('GetImport', (ctx) => imports().getImport(ctx, { id: importId })),
  changesImport('ListImportErrors', (ctx) => imports().listImportErrors(ctx, { id: importId, limit: 0 })),
  changesImport('ListImportCorrections', (ctx) =>
    imports().listImportCorrections(ctx, { importId, limit: 0, afterIndividualId: 0 }),
  ),
  changesImport('CancelImport', (ctx) => unlessEnded(imports().cancelImport(ctx, { id: importId }))),
  changesImport('MapImport', (ctx) =>
    imports().mapImport(ctx, { id: heldId, mapping: { Branch: 'ignore' } }),
  ),
  changesImport('RetryImport', (ctx) => unlessEnded(imports().retryImport(ctx, { id: heldId }))),
  // Last, because it deletes the field that rows above read.
  {
    rpc: 'DeleteField',
    permission: 'pii:write',
    call: (ctx) => world.fields.deleteField(ctx, { fieldId }),
  },
];

describe.each(rows)('$rpc of an id', ({ permission, call }) => {
  it('of another company answers as for one that does not exist', async () => {
    await expect(call(await world.user([2]))).rejects.toMatchObject({ code: 'NOT_FOUND' });
  });

  it(`needs ${permission} in the company of the id, also when the caller has it in another one`, async () => {
    const others = ALL.filter((one) => one !== permission);
    const mixed = await world.as({ companies: { 1: others, 2: ALL } });
    await expect(call(mixed)).rejects.toMatchObject({ code: 'NOT_FOUND' });
    await expect(call(await world.user([1], [permission]))).resolves.toBeDefined();
  });
});

it('CreateImport needs pii:write in the company that the first message of the stream names', async () => {
  const create = async (ctx: Ctx) => await imports().createImport(ctx, upload(1, csvOf(4)));
  const others = ALL.filter((one) => one !== 'pii:write');
  for (const ctx of [await world.user([2]), await world.as({ companies: { 1: others, 2: ALL } })])
    await expect(create(ctx)).rejects.toMatchObject({ code: 'PERMISSION_DENIED' });
  await expect(create(await world.superAdmin())).resolves.toBeDefined();
});

describe('figures of several companies', () => {
  it('CountKeyRows counts for the managers of the keys of each company', async () => {
    const MANAGE = ['encryption:manage'];
    const versions = [{ companyId: 1, fieldKeyVersion: 1 }];
    const count = async (ctx: Ctx) => (await world.keyRows.countKeyRows(ctx, { versions })).versions.length;
    expect(await count(await world.as({ companies: { 2: MANAGE } }))).toBe(0);
    expect(await count(await world.as({ companies: { 1: MANAGE } }))).toBe(1);
  });

  it('GetCompanyStats shows a user its own companies, and compliance all', async () => {
    const figures = async (ctx: Ctx) =>
      (await world.stats.getCompanyStats(ctx, { companyIds: [] })).stats.map((one) => one.companyId);
    expect(await figures(await world.user([2]))).toEqual([2]);
    expect(await figures(world.asService('compliance'))).toEqual([1, 2, 3, 4]);
  });
});

describe('a suspended company', () => {
  it('can neither be read nor written', async () => {
    const ctx = await world.user([4]);
    const suspended = { code: 'PERMISSION_DENIED', reason: 'COMPANY_SUSPENDED' };
    await expect(world.records.createRecord(ctx, record(4))).rejects.toMatchObject(suspended);
    await expect(world.individuals.listIndividuals(ctx, list(4))).rejects.toMatchObject(suspended);
    const reveal = world.records.revealRecords(ctx, {
      companyId: 4,
      individualIds: [1],
      fieldTypes: [],
      purpose: 'kyc',
    });
    await expect(reveal).rejects.toMatchObject(suspended);
    expect((await world.individuals.listIndividuals(ctx, list(undefined))).individuals).toEqual([]);
  });

  it('gets the same answer as a company that does not exist', async () => {
    const ctx = await world.user([2]);
    const refusal = (id: number) =>
      world.individuals.listIndividuals(ctx, list(id)).catch((error: Error) => error.message);
    expect(await refusal(999)).toBe(await refusal(1));
  });
});
