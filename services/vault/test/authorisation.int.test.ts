import type { Ctx } from '@pii-vault/platform/core/context/ctx';
import { ApprovalsService } from '@pii-vault/proto/vault/v1/approvals';
import { BudgetsService } from '@pii-vault/proto/vault/v1/budgets';
import { ConsentsService } from '@pii-vault/proto/vault/v1/consents';
import { ErasuresService } from '@pii-vault/proto/vault/v1/erasures';
import { FactsService } from '@pii-vault/proto/vault/v1/facts';
import { FeaturesForm, FeaturesService } from '@pii-vault/proto/vault/v1/features';
import { FieldsService } from '@pii-vault/proto/vault/v1/fields';
import { FiguresService } from '@pii-vault/proto/vault/v1/figures';
import { HoldingsService } from '@pii-vault/proto/vault/v1/holdings';
import { IndividualsService } from '@pii-vault/proto/vault/v1/individuals';
import { KeyRowCountsService } from '@pii-vault/proto/vault/v1/key_rows';
import { PrincipalsService } from '@pii-vault/proto/vault/v1/principals';
import { RecordsService } from '@pii-vault/proto/vault/v1/records';
import { SearchService } from '@pii-vault/proto/vault/v1/search';
import { StatsService } from '@pii-vault/proto/vault/v1/stats';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { budgetRows, type Row } from './budget-rows.ts';
import { ALL, ASHA, consent, type VaultWorld, vaultWorld } from './vault-world.ts';

let world: VaultWorld;
let individualId: number;
let fieldId: number;

beforeAll(async () => {
  world = await vaultWorld();
  const owner = await world.user([1]);
  const created = await world.records.createRecord(owner, record(1));
  individualId = created.individualId;
  fieldId = created.fieldIds.pan ?? 0;
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
const drained = async (stream: AsyncIterable<unknown>) => {
  for await (const _ of stream);
};
const list = (companyId: number | undefined) => ({
  ...{ companyId, limit: 0, cursor: undefined, sort: undefined, search: undefined },
  ...{ quality: undefined, externalId: undefined, includeExternalIds: false, forExport: false },
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

/** Separate tables: two need a fresh proof, alarms need security:read (approvals.int and budgets.int). */
const PROVEN = ['DecideApproval', 'SetRevealPolicy', 'DecidePolicyChange', 'ListBudgetAlarms'];

const rows: Row[] = [
  {
    rpc: 'CreateRecord',
    permission: 'pii:write',
    foreign: 'PERMISSION_DENIED',
    call: (ctx) => world.records.createRecord(ctx, record(1)),
  },
  {
    rpc: 'CreateRecords',
    permission: 'pii:write',
    foreign: 'PERMISSION_DENIED',
    call: (ctx) => world.records.createRecords(ctx, { companyId: 1, consentDetails: consent(), records: [] }),
  },
  {
    rpc: 'RevealRecords',
    permission: 'pii:reveal',
    foreign: 'PERMISSION_DENIED',
    call: (ctx) =>
      world.records.revealRecords(ctx, {
        companyId: 1,
        individualIds: [individualId],
        fieldTypes: [],
        purpose: 'kyc',
      }),
  },
  {
    rpc: 'CreateIndividual',
    permission: 'pii:write',
    foreign: 'PERMISSION_DENIED',
    call: (ctx) =>
      world.individuals.createIndividual(ctx, {
        companyId: 1,
        masterKey: undefined,
        dataQualityScore: undefined,
      }),
  },
  {
    rpc: 'ListIndividuals',
    permission: 'pii:read',
    foreign: 'PERMISSION_DENIED',
    call: (ctx) => world.individuals.listIndividuals(ctx, list(1)),
  },
  {
    rpc: 'GetIndividual',
    permission: 'pii:read',
    foreign: 'NOT_FOUND',
    call: (ctx) =>
      world.individuals.getIndividual(ctx, { individualId, companyId: undefined, purpose: undefined }),
  },
  {
    rpc: 'GetIndividualsSummary',
    permission: 'pii:read',
    foreign: 'PERMISSION_DENIED',
    call: (ctx) => world.individuals.getIndividualsSummary(ctx, { companyId: 1 }),
  },
  {
    rpc: 'CountIndividuals',
    permission: 'pii:read',
    foreign: 'PERMISSION_DENIED',
    call: (ctx) => world.figures.countIndividuals(ctx, { companyId: 1 }),
  },
  {
    rpc: 'GetPeopleFigures',
    permission: 'analytics:read',
    foreign: 'PERMISSION_DENIED',
    call: (ctx) => world.figures.getPeopleFigures(ctx, { companyId: 1, days: 7 }),
  },
  {
    rpc: 'CreateField',
    permission: 'pii:write',
    foreign: 'PERMISSION_DENIED',
    call: (ctx) =>
      world.fields.createField(ctx, {
        companyId: 1,
        individualId,
        fieldType: 'address',
        plainValue: '12 MG Road, Pune 411001',
        consentDetails: consent(),
        retentionExpiry: undefined,
        sourceContext: undefined,
      }),
  },
  {
    rpc: 'GetField',
    permission: 'pii:read',
    foreign: 'NOT_FOUND',
    call: (ctx) => world.fields.getField(ctx, { fieldId, purpose: undefined }),
  },
  {
    rpc: 'GetFieldHistory',
    permission: 'pii:read',
    foreign: 'NOT_FOUND',
    call: (ctx) => world.fields.getFieldHistory(ctx, { fieldId, purpose: undefined }),
  },
  {
    rpc: 'ListRecentFields',
    permission: 'pii:read',
    foreign: 'PERMISSION_DENIED',
    call: (ctx) => world.fields.listRecentFields(ctx, { companyId: 1, purpose: undefined }),
  },
  {
    rpc: 'ListConsents',
    permission: 'pii:read',
    foreign: 'NOT_FOUND',
    call: (ctx) => world.consents.listConsents(ctx, { companyId: undefined, id: individualId }),
  },
  {
    rpc: 'WithdrawConsent',
    permission: 'pii:write',
    foreign: 'PERMISSION_DENIED',
    call: (ctx) =>
      world.consents.withdrawConsent(ctx, { companyId: 1, individualId, purpose: 'other', fieldTypes: [] }),
  },
  {
    rpc: 'SearchPii',
    permission: 'pii:reveal',
    foreign: 'PERMISSION_DENIED',
    call: (ctx) =>
      world.search.searchPii(ctx, { companyId: 1, fieldType: 'pan', value: ASHA.pan, purpose: 'kyc' }),
  },
  {
    rpc: 'GetAccessReport',
    permission: 'pii:reveal',
    foreign: 'PERMISSION_DENIED',
    call: (ctx) => world.principals.getAccessReport(ctx, { companyId: 1, individualId, purpose: undefined }),
  },
  {
    rpc: 'GetNominees',
    permission: 'pii:read',
    foreign: 'PERMISSION_DENIED',
    call: (ctx) => world.principals.getNominees(ctx, { companyId: 1, id: individualId, purpose: undefined }),
  },
  {
    rpc: 'SetNominees',
    permission: 'pii:write',
    foreign: 'PERMISSION_DENIED',
    call: (ctx) => world.principals.setNominees(ctx, { companyId: 1, id: individualId, nominees: [] }),
  },
  {
    rpc: 'GetErasures',
    permission: 'pii:erase',
    foreign: 'NOT_FOUND',
    call: async (ctx) => world.erasures.getErasures(ctx, { companyId: undefined, id: await erasedOnce() }),
  },
  {
    rpc: 'ListErasures',
    permission: 'pii:erase',
    foreign: 'PERMISSION_DENIED',
    call: async (ctx) => {
      await erasedOnce();
      return world.erasures.listErasures(ctx, { companyId: 1, limit: 0 });
    },
  },
  {
    rpc: 'EraseIndividual',
    permission: 'pii:erase',
    foreign: 'PERMISSION_DENIED',
    call: async (ctx) =>
      world.erasures.eraseIndividual(ctx, {
        companyId: 1,
        individualId: (await world.records.createRecord(await world.user([1]), record(1))).individualId,
        reason: 'asked for',
      }),
  },
  ...budgetRows(() => world),
  // Last, because it deletes the field that rows above read.
  {
    rpc: 'DeleteField',
    permission: 'pii:write',
    foreign: 'NOT_FOUND',
    call: (ctx) => world.fields.deleteField(ctx, { fieldId }),
  },
];

describe.each(rows)('$rpc', ({ permission, foreign, call }) => {
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

  it(`needs ${permission}`, async () => {
    const others = ALL.filter((one) => one !== permission);
    const refused = call(await world.user([1], others));
    // With the permission in another company alone, the answer must not disclose that the id exists.
    await expect(refused).rejects.toMatchObject({ code: 'PERMISSION_DENIED' });
    const mixed = await world.as({ companies: { 1: others, 2: ALL } });
    await expect(call(mixed)).rejects.toMatchObject({ code: foreign });
  });

  it('lets the owner through', async () => {
    await expect(call(await world.user([1]))).resolves.toBeDefined();
  });
});

describe('calls for services', () => {
  const pull = (ctx: Ctx) =>
    drained(
      world.features.pullFeatures(ctx, {
        companyId: 1,
        scopes: [],
        encodingVersion: 0,
        form: FeaturesForm.FEATURES_FORM_ROWS,
        selection: { $case: 'range', value: { afterIndividualId: 0, limit: 0 } },
      }),
    );
  const counts = (ctx: Ctx) =>
    world.stats.getRevealCounts(ctx, { from: new Date(0), to: new Date(), companyIds: [] });
  const sample = (ctx: Ctx) => world.stats.sampleStorage(ctx, { companyId: 1, size: 10 });
  const holdings = () => world.client(HoldingsService, 'vault');
  const cases = [
    ['PullFeatures', 'lineage', pull],
    [
      'ListConsenting',
      'lineage',
      (ctx: Ctx) => world.features.listConsenting(ctx, { companyId: 1, individualIds: [], purpose: 'kyc' }),
    ],
    ['GetRevealCounts', 'compliance', counts],
    ['SampleStorage', 'compliance', sample],
    ['GetDataFacts', 'compliance', (ctx: Ctx) => world.facts.getDataFacts(ctx, { companyId: 1 })],
    [
      'JudgeReveals',
      'compliance',
      (ctx: Ctx) => world.facts.judgeReveals(ctx, { companyId: 1, reveals: [] }),
    ],
    [
      'SampleChildren',
      'compliance',
      (ctx: Ctx) => world.facts.sampleChildren(ctx, { companyId: 1, size: 1 }),
    ],
    ['HasPerson', 'compliance', (ctx: Ctx) => world.facts.hasPerson(ctx, { companyId: 1, individualId: 1 })],
    ['SealCompany', 'tenancy', (ctx: Ctx) => holdings().sealCompany(ctx, { companyId: 1 })],
  ] as const;

  it('and calls for users: a table lists every RPC of the service', () => {
    // Imports and calls that need a fresh proof have separate tables; three answer by permission.
    const byCaller = ['GetCompanyStats', 'CountKeyRows'];
    const names = [...rows.map(({ rpc }) => rpc), ...cases.map(([rpc]) => rpc), ...byCaller];
    const definitions = [
      ...[ApprovalsService, BudgetsService, ConsentsService],
      ...[ErasuresService, FactsService, FeaturesService],
      ...[FieldsService, FiguresService, HoldingsService, IndividualsService],
      ...[KeyRowCountsService, PrincipalsService, RecordsService, SearchService],
      StatsService,
    ];
    const methods = definitions.flatMap((one) =>
      Object.values(one).map(({ path }) => path.split('/').at(-1)),
    );
    expect([...names, ...PROVEN].sort()).toEqual(methods.sort());
  });

  it.each(cases)('%s is only for %s', async (_rpc, service, call) => {
    for (const [, ctx] of await world.refused({ companies: { 1: ALL } })) {
      await expect(call(ctx)).rejects.toMatchObject({ code: 'UNAUTHENTICATED' });
    }
    const known = ['lineage', 'compliance', 'gateway', 'audit', 'identity', 'tenancy'] as const;
    const others = known.filter((one) => one !== service);
    for (const other of others) {
      await expect(call(world.asService(other, 1))).rejects.toMatchObject({ code: 'PERMISSION_DENIED' });
    }
    await expect(call(await world.superAdmin())).rejects.toMatchObject({ code: 'PERMISSION_DENIED' });
    await expect(call(world.asService(service, 1))).resolves.not.toThrow();
  });

  it.each(cases.filter(([rpc]) => rpc !== 'GetRevealCounts'))(
    '%s: no service token for another company',
    async (_rpc, service, call) => {
      const refused = { code: 'PERMISSION_DENIED' };
      await expect(call(world.asService(service, 2))).rejects.toMatchObject(refused);
    },
  );

  it('CountKeyRows needs the permission to manage keys of the company', async () => {
    const MANAGE = ['encryption:manage'];
    const versions = [{ companyId: 1, fieldKeyVersion: 1 }];
    const count = async (ctx: Ctx) => (await world.keyRows.countKeyRows(ctx, { versions })).versions.length;
    for (const [what, ctx] of await world.refused({ everywhere: MANAGE }))
      await expect(count(ctx), what).rejects.toMatchObject({ code: 'UNAUTHENTICATED' });
    for (const ctx of [await world.as({ companies: { 1: ['pii:read'] } }), world.asService('gateway', 1)])
      await expect(count(ctx)).rejects.toMatchObject({ code: 'PERMISSION_DENIED' });
    expect(await count(await world.as({ companies: { 2: MANAGE } }))).toBe(0);
    expect(await count(await world.as({ companies: { 1: MANAGE } }))).toBe(1);
  });

  it('figures of companies need the permission to read them', async () => {
    const figures = async (ctx: Ctx) =>
      (await world.stats.getCompanyStats(ctx, { companyIds: [] })).stats.map((one) => one.companyId);
    expect(await figures(await world.user([2]))).toEqual([2]);
    expect(await figures(world.asService('compliance'))).toEqual([1, 2, 3, 4]);
    for (const stranger of ['lineage', 'gateway'] as const)
      await expect(figures(world.asService(stranger))).rejects.toMatchObject({ code: 'PERMISSION_DENIED' });
    await expect(figures(await world.user([1], ['pii:write']))).rejects.toMatchObject({
      code: 'PERMISSION_DENIED',
    });
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
