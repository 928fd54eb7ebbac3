import type { Ctx } from '@pii-vault/platform/core/context/ctx';
import { ApprovalsServiceService } from '@pii-vault/proto/vault/v1/approvals';
import { BudgetsServiceService } from '@pii-vault/proto/vault/v1/budgets';
import { ConsentsServiceService } from '@pii-vault/proto/vault/v1/consents';
import { ErasuresServiceService } from '@pii-vault/proto/vault/v1/erasures';
import { FactsServiceService } from '@pii-vault/proto/vault/v1/facts';
import { FeaturesForm, FeaturesServiceService } from '@pii-vault/proto/vault/v1/features';
import { FieldsServiceService } from '@pii-vault/proto/vault/v1/fields';
import { FiguresServiceService } from '@pii-vault/proto/vault/v1/figures';
import { HoldingsServiceService } from '@pii-vault/proto/vault/v1/holdings';
import { IndividualsServiceService } from '@pii-vault/proto/vault/v1/individuals';
import { KeyRowsServiceService } from '@pii-vault/proto/vault/v1/key_rows';
import { PrincipalsServiceService } from '@pii-vault/proto/vault/v1/principals';
import { RecordsServiceService } from '@pii-vault/proto/vault/v1/records';
import { SearchServiceService } from '@pii-vault/proto/vault/v1/search';
import { StatsServiceService } from '@pii-vault/proto/vault/v1/stats';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { budgetRows, type Row } from './budget-rows.ts';
import { ALL, ASHA, consent, type VaultWorld, vaultWorld } from './vault-world.ts';

let world: VaultWorld;
let individualId: bigint;
let fieldId: bigint;

beforeAll(async () => {
  world = await vaultWorld();
  const owner = await world.user([1]);
  const created = await world.records.createRecord(owner, record(1n));
  individualId = created.individualId;
  fieldId = created.fieldIds.pan ?? 0n;
});
afterAll(() => world.stop());
beforeEach(() => world.forgetPeople());

const record = (companyId: bigint) => ({
  companyId,
  consentDetails: consent(),
  fields: ASHA,
  externalId: undefined,
  individualId: undefined,
});
const drained = async (stream: AsyncIterable<unknown>) => {
  for await (const _ of stream);
};
const list = (companyId: bigint | undefined) => ({
  companyId,
  limit: 0,
  cursor: undefined,
  sort: undefined,
  search: undefined,
  quality: undefined,
  externalId: undefined,
  includeExternalIds: false,
  forExport: false,
});

let erased: bigint | undefined;
/** A person of company 1 that was erased. */
async function erasedOnce(): Promise<bigint> {
  if (erased !== undefined) return erased;
  const owner = await world.user([1]);
  const created = await world.records.createRecord(owner, record(1n));
  const request = { companyId: 1n, individualId: created.individualId, reason: 'asked for' };
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
    call: (ctx) => world.records.createRecord(ctx, record(1n)),
  },
  {
    rpc: 'CreateRecords',
    permission: 'pii:write',
    foreign: 'PERMISSION_DENIED',
    call: (ctx) =>
      world.records.createRecords(ctx, { companyId: 1n, consentDetails: consent(), records: [] }),
  },
  {
    rpc: 'RevealRecords',
    permission: 'pii:reveal',
    foreign: 'PERMISSION_DENIED',
    call: (ctx) =>
      world.records.revealRecords(ctx, {
        companyId: 1n,
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
        companyId: 1n,
        masterKey: undefined,
        dataQualityScore: undefined,
      }),
  },
  {
    rpc: 'ListIndividuals',
    permission: 'pii:read',
    foreign: 'PERMISSION_DENIED',
    call: (ctx) => world.individuals.listIndividuals(ctx, list(1n)),
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
    call: (ctx) => world.individuals.getIndividualsSummary(ctx, { companyId: 1n }),
  },
  {
    rpc: 'CountIndividuals',
    permission: 'pii:read',
    foreign: 'PERMISSION_DENIED',
    call: (ctx) => world.figures.countIndividuals(ctx, { companyId: 1n }),
  },
  {
    rpc: 'GetPeopleFigures',
    permission: 'analytics:read',
    foreign: 'PERMISSION_DENIED',
    call: (ctx) => world.figures.getPeopleFigures(ctx, { companyId: 1n, days: 7 }),
  },
  {
    rpc: 'CreateField',
    permission: 'pii:write',
    foreign: 'PERMISSION_DENIED',
    call: (ctx) =>
      world.fields.createField(ctx, {
        companyId: 1n,
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
    call: (ctx) => world.fields.listRecentFields(ctx, { companyId: 1n, purpose: undefined }),
  },
  {
    rpc: 'ListConsents',
    permission: 'pii:read',
    foreign: 'NOT_FOUND',
    call: (ctx) => world.consents.listConsents(ctx, { companyId: undefined, individualId }),
  },
  {
    rpc: 'WithdrawConsent',
    permission: 'pii:write',
    foreign: 'PERMISSION_DENIED',
    call: (ctx) =>
      world.consents.withdrawConsent(ctx, { companyId: 1n, individualId, purpose: 'other', fieldTypes: [] }),
  },
  {
    rpc: 'SearchPii',
    permission: 'pii:reveal',
    foreign: 'PERMISSION_DENIED',
    call: (ctx) =>
      world.search.searchPii(ctx, { companyId: 1n, fieldType: 'pan', value: ASHA.pan, purpose: 'kyc' }),
  },
  {
    rpc: 'GetAccessReport',
    permission: 'pii:reveal',
    foreign: 'PERMISSION_DENIED',
    call: (ctx) => world.principals.getAccessReport(ctx, { companyId: 1n, individualId, purpose: undefined }),
  },
  {
    rpc: 'GetNominees',
    permission: 'pii:read',
    foreign: 'PERMISSION_DENIED',
    call: (ctx) => world.principals.getNominees(ctx, { companyId: 1n, individualId, purpose: undefined }),
  },
  {
    rpc: 'SetNominees',
    permission: 'pii:write',
    foreign: 'PERMISSION_DENIED',
    call: (ctx) => world.principals.setNominees(ctx, { companyId: 1n, individualId, nominees: [] }),
  },
  {
    rpc: 'GetErasures',
    permission: 'pii:erase',
    foreign: 'NOT_FOUND',
    call: async (ctx) =>
      world.erasures.getErasures(ctx, { companyId: undefined, individualId: await erasedOnce() }),
  },
  {
    rpc: 'ListErasures',
    permission: 'pii:erase',
    foreign: 'PERMISSION_DENIED',
    call: async (ctx) => {
      await erasedOnce();
      return world.erasures.listErasures(ctx, { companyId: 1n, limit: 0, after: undefined });
    },
  },
  {
    rpc: 'EraseIndividual',
    permission: 'pii:erase',
    foreign: 'PERMISSION_DENIED',
    call: async (ctx) =>
      world.erasures.eraseIndividual(ctx, {
        companyId: 1n,
        individualId: (await world.records.createRecord(await world.user([1]), record(1n))).individualId,
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
        companyId: 1n,
        scopes: [],
        encodingVersion: 0,
        form: FeaturesForm.FEATURES_FORM_ROWS,
        selection: { $case: 'range', value: { afterIndividualId: 0n, limit: 0n } },
      }),
    );
  const counts = (ctx: Ctx) =>
    world.stats.getRevealCounts(ctx, { from: new Date(0), to: new Date(), companyIds: [] });
  const sample = (ctx: Ctx) => world.stats.sampleStorage(ctx, { companyId: 1n, size: 10 });
  const holdings = () => world.client(HoldingsServiceService, 'vault');
  const cases = [
    ['PullFeatures', 'lineage', pull],
    [
      'ListConsenting',
      'lineage',
      (ctx: Ctx) => world.features.listConsenting(ctx, { companyId: 1n, individualIds: [], purpose: 'kyc' }),
    ],
    ['GetRevealCounts', 'compliance', counts],
    ['SampleStorage', 'compliance', sample],
    ['GetDataFacts', 'compliance', (ctx: Ctx) => world.facts.getDataFacts(ctx, { companyId: 1n })],
    [
      'JudgeReveals',
      'compliance',
      (ctx: Ctx) => world.facts.judgeReveals(ctx, { companyId: 1n, reveals: [] }),
    ],
    [
      'SampleChildren',
      'compliance',
      (ctx: Ctx) => world.facts.sampleChildren(ctx, { companyId: 1n, size: 1 }),
    ],
    ['SealCompany', 'tenancy', (ctx: Ctx) => holdings().sealCompany(ctx, { companyId: 1n })],
  ] as const;

  it('and calls for users: a table lists every RPC of the service', () => {
    // Imports and calls that need a fresh proof have separate tables; three answer by permission.
    const byCaller = ['GetCompanyStats', 'CountKeyRows', 'CountDecidable'];
    const names = [...rows.map(({ rpc }) => rpc), ...cases.map(([rpc]) => rpc), ...byCaller];
    const definitions = [
      ...[ApprovalsServiceService, BudgetsServiceService, ConsentsServiceService],
      ...[ErasuresServiceService, FactsServiceService, FeaturesServiceService],
      ...[FieldsServiceService, FiguresServiceService, HoldingsServiceService, IndividualsServiceService],
      ...[KeyRowsServiceService, PrincipalsServiceService, RecordsServiceService, SearchServiceService],
      StatsServiceService,
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
    const versions = [{ companyId: 1n, fieldKeyVersion: 1 }];
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
      (await world.stats.getCompanyStats(ctx, { companyIds: [] })).stats.map((one) => Number(one.companyId));
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
    await expect(world.records.createRecord(ctx, record(4n))).rejects.toMatchObject(suspended);
    await expect(world.individuals.listIndividuals(ctx, list(4n))).rejects.toMatchObject(suspended);
    const reveal = world.records.revealRecords(ctx, {
      companyId: 4n,
      individualIds: [1n],
      fieldTypes: [],
      purpose: 'kyc',
    });
    await expect(reveal).rejects.toMatchObject(suspended);
    expect((await world.individuals.listIndividuals(ctx, list(undefined))).individuals).toEqual([]);
  });

  it('gets the same answer as a company that does not exist', async () => {
    const ctx = await world.user([2]);
    const refusal = (id: bigint) =>
      world.individuals.listIndividuals(ctx, list(id)).catch((error: Error) => error.message);
    expect(await refusal(999n)).toBe(await refusal(1n));
  });
});
