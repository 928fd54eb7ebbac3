import type { Ctx } from '@pii-vault/platform/core/context/ctx';
import type { ConsentDetails } from '@pii-vault/proto/vault/v1/consents';
import type { ListIndividualsRequest, PeopleFilter } from '@pii-vault/proto/vault/v1/individuals';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { consent, type VaultWorld, vaultWorld } from './vault-world.ts';

let world: VaultWorld;
let owner: Ctx;
/** People of company 1 by name. */
const ids: Record<string, number> = {};

const DAY_MS = 86_400_000;
const inDays = (days: number) => new Date(Date.now() + days * DAY_MS);

async function person(name: string, details: ConsentDetails, companyId = 1): Promise<number> {
  const rest = { externalId: undefined, individualId: undefined, afterErasure: undefined };
  const fields = { name: `${name} Rao`, phone: `+9198765432${10 + Object.keys(ids).length}` };
  const made = { companyId, consentDetails: details, fields, ...rest };
  const { individualId } = await world.records.createRecord(owner, made);
  if (companyId === 1) ids[name] = individualId;
  return individualId;
}

beforeAll(async () => {
  world = await vaultWorld();
  owner = await world.user([1, 2]);
  await person('Asha', { ...consent('kyc', ['ads']), noticeVersion: 'n1', channel: 'branch' });
  await person('Bina', { ...consent('kyc', []), noticeVersion: 'n2', channel: 'guardian' });
  await person('Chandu', { ...consent('ads', []), expiresAt: inDays(1) });
  await person('Dev', consent('kyc', ['ads']));
  await person('Ela', consent('kyc', []));
  await person('Elsewhere', consent('ads', []), 2);
  const withdrawn = { individualIds: [ids.Dev ?? 0], fieldTypes: [], dryRun: false };
  await world.consents.withdrawConsents(owner, { companyId: 1, purpose: 'ads', ...withdrawn });
  // Its consent has expired.
  await world.sql(
    `UPDATE vault.consents SET expires_at = now() - interval '1 hour' WHERE individual_id = ${ids.Chandu}`,
  );
  await world.sql(
    `UPDATE vault.individuals SET quality = CASE WHEN id = ${ids.Ela} THEN 95 ELSE 50 END,
       updated_at = now() - CASE WHEN id = ${ids.Ela} THEN interval '9 days' ELSE id * interval '-1 ms' END`,
  );
});
afterAll(() => world.stop());

const noFilter: PeopleFilter = {
  individualIds: [],
  ...{ consentPurpose: undefined, consentState: undefined, noticeVersion: undefined, channel: undefined },
  ...{ updatedFrom: undefined, updatedUntil: undefined, linked: undefined },
};
const request = (filter: Partial<PeopleFilter>, more: Partial<ListIndividualsRequest> = {}) => ({
  ...{ companyId: 1, limit: 0, cursor: undefined, sort: undefined, search: undefined, quality: undefined },
  ...{ externalId: undefined, purpose: undefined, includeExternalIds: false, forExport: false, marks: [] },
  filter: { ...noFilter, ...filter },
  ...more,
});
async function names(filter: Partial<PeopleFilter>, more: Partial<ListIndividualsRequest> = {}, ctx = owner) {
  const { individuals } = await world.individuals.listIndividuals(ctx, request(filter, more));
  return individuals.map(({ id }) => Object.keys(ids).find((name) => ids[name] === id) ?? String(id));
}

describe('a filter of the list of people', () => {
  it.each([
    ['purpose', { consentPurpose: 'ads' }, ['Asha', 'Chandu', 'Dev']],
    ['live consent', { consentPurpose: 'ads', consentState: 'live' }, ['Asha']],
    ['withdrawn consent', { consentPurpose: 'ads', consentState: 'withdrawn' }, ['Dev']],
    ['expired consent', { consentPurpose: 'ads', consentState: 'expired' }, ['Chandu']],
    ['no consent', { consentPurpose: 'ads', consentState: 'none' }, ['Bina', 'Ela']],
    ['notice', { noticeVersion: 'n1' }, ['Asha']],
    ['notice of a purpose', { consentPurpose: 'ads', noticeVersion: 'n2' }, []],
    ['channel', { channel: 'guardian' }, ['Bina']],
    ['channel and state', { consentPurpose: 'kyc', consentState: 'live', channel: 'branch' }, ['Asha']],
    ['last change', { updatedUntil: inDays(-1) }, ['Ela']],
    ['last change and purpose', { consentPurpose: 'kyc', updatedFrom: inDays(-1) }, ['Asha', 'Bina', 'Dev']],
  ] as const)('finds people by %s', async (_, filter, found) => {
    expect(await names(filter)).toEqual(found);
  });

  it('combines with quality, and a period with the order of changes', async () => {
    expect(await names({ consentPurpose: 'kyc' }, { quality: 'high' })).toEqual(['Ela']);
    const sort = '-updatedAt';
    expect(await names({ updatedFrom: inDays(-1) }, { sort })).toEqual(['Dev', 'Chandu', 'Bina', 'Asha']);
  });

  it('finds linked people: those that lineage names, and those that another company of the caller holds', async () => {
    await world.sql(
      `INSERT INTO vault.individuals (company_id, id, master_key) VALUES (2, ${ids.Bina}, gen_random_uuid())`,
    );
    const linked = { individualIds: [ids.Dev ?? 0], untilId: undefined };
    expect(await names({ linked })).toEqual(['Bina', 'Dev']);
    expect(await names({ linked }, {}, await world.user([1]))).toEqual(['Dev']);
    const some = { linked, individualIds: [ids.Asha ?? 0, ids.Bina ?? 0] };
    expect(await names(some)).toEqual(['Bina']);
    expect(await names(some, {}, await world.user([1]))).toEqual([]);
  });

  it('reads no person of another company by id, and refuses a filter over several companies', async () => {
    const { individuals } = await world.individuals.listIndividuals(owner, {
      ...request({}),
      companyId: 2,
      filter: undefined,
    });
    const foreign = individuals.map(({ id }) => id).filter((id) => id !== ids.Bina);
    expect(await names({ individualIds: [...foreign, ids.Ela ?? 0] })).toEqual(['Ela']);
    await expect(names({ channel: 'web' }, { companyId: undefined })).rejects.toMatchObject({
      reason: 'COMPANY_REQUIRED',
    });
    await expect(names({ consentState: 'live' })).rejects.toMatchObject({ reason: 'PURPOSE_REQUIRED' });
    await expect(names({ channel: 'web' }, {}, await world.user([2]))).rejects.toMatchObject({
      code: 'PERMISSION_DENIED',
    });
  });
});

describe('marks of the list of people', () => {
  it('are masks of one audited view per page, and the channel of the first consent', async () => {
    const before = (await world.entries()).length;
    const marks = ['phone', 'source'];
    const answer = await world.individuals.listIndividuals(owner, request({ channel: 'branch' }, { marks }));
    expect(answer.marks).toMatchObject([{ phone: 'XXXXX43210', source: 'branch' }]);
    const entries = (await world.entries()).slice(before);
    expect(entries).toMatchObject([{ action: 'field_view', individualId: ids.Asha, fieldNames: ['phone'] }]);
  });

  it('show no part of a name', async () => {
    const initials = request({}, { marks: ['initials'] });
    await expect(world.individuals.listIndividuals(owner, initials)).rejects.toMatchObject({
      reason: 'MARK_UNKNOWN',
    });
  });
});
