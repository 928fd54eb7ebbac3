import { CompanyChanged } from '@pii-vault/proto/tenancy/events/v1/tenancy_events';
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { adminOf, bootTenancy, SUPER, type TenancyWorld } from './tenancy-world.ts';

let tenancy: TenancyWorld;
let company: number;
let companies = 0;

beforeAll(async () => {
  tenancy = await bootTenancy();
});
afterAll(async () => tenancy?.world.stop());
beforeEach(async () => {
  companies += 1;
  company = await tenancy.create(`C${companies}`);
  tenancy.neighbours.people = 0;
  tenancy.neighbours.onSeal = async () => undefined;
});

const remove = async (ifRowVersion?: number) =>
  await tenancy.companies.deleteCompany(await tenancy.world.as(SUPER), {
    companyId: company,
    ifRowVersion,
  });
const list = async () => (await tenancy.companies.listCompanies(await tenancy.world.as(SUPER), {})).companies;
const isListed = async () => (await list()).some(({ id }) => id === company);

it('deletes a company without data: hidden from lists, its code free, its agreements ended', async () => {
  const ctx = await tenancy.world.as(SUPER);
  const other = await tenancy.create(`O${companies}`);
  await tenancy.agreements.createLinkAgreement(ctx, {
    companyId: other,
    otherCompanyId: company,
    purpose: 'fraud',
    includeAadhaar: false,
    startsAt: undefined,
    endsAt: undefined,
  });
  const hook = { companyId: company, url: 'https://93.184.216.34/', events: ['link_detected'] };
  await tenancy.webhooks.createWebhook(ctx, hook);
  await remove();
  expect(await isListed()).toBe(false);
  await expect(remove()).rejects.toMatchObject({ code: 'NOT_FOUND' });
  const vault = tenancy.world.asService('vault');
  const { states } = await tenancy.directory.companyStates(vault, { companyIds: [] });
  expect(states.some(({ companyId }) => companyId === company)).toBe(false);
  const page = { companyId: other, limit: 0 };
  const { agreements } = await tenancy.agreements.listLinkAgreements(ctx, page);
  expect(agreements.map(({ status }) => status)).toEqual(['ended']);
  const after = { companyId: company, limit: 0 };
  expect((await tenancy.webhooks.listWebhooks(ctx, after)).webhooks).toEqual([]);
  const events = await tenancy.published('tenancy.company_deleted');
  expect(events.map(({ payload }) => CompanyChanged.decode(payload).companyId)).toEqual([company]);
  await tenancy.create(`C${companies}`);
});

it('refuses agreements with a deleted company like with an unknown one', async () => {
  const other = await tenancy.create(`O${companies}`);
  await remove();
  const ask = async (from: number, to: number, ctx: Awaited<ReturnType<typeof tenancy.world.as>>) =>
    await tenancy.agreements.createLinkAgreement(ctx, {
      companyId: from,
      otherCompanyId: to,
      purpose: 'fraud',
      includeAadhaar: false,
      startsAt: undefined,
      endsAt: undefined,
    });
  const root = await tenancy.world.as(SUPER);
  const admin = await tenancy.world.as(adminOf(other));
  const late = await tenancy.world.as(adminOf(company));
  const refused = { code: 'NOT_FOUND', reason: 'NOT_FOUND' };
  await expect(ask(other, company, admin)).rejects.toMatchObject(refused);
  await expect(ask(other, 999_999, admin)).rejects.toMatchObject(refused);
  await expect(ask(company, other, late)).rejects.toMatchObject(refused);
  await expect(ask(other, company, root)).rejects.toMatchObject(refused);
  expect(await tenancy.world.sql(`SELECT FROM tenancy.link_agreements WHERE ended_at IS NULL`)).toEqual([]);
});

it('refuses a company with people, with their number, and leaves it unchanged', async () => {
  tenancy.neighbours.people = 3;
  await expect(remove()).rejects.toMatchObject({
    code: 'FAILED_PRECONDITION',
    reason: 'COMPANY_NOT_EMPTY',
    message: 'This company still has 3 people; delete them first',
  });
  expect(await isListed()).toBe(true);
});

it('refuses a stale version, and a company that changed during the count', async () => {
  await expect(remove(99)).rejects.toMatchObject({ reason: 'STALE' });
  tenancy.neighbours.onSeal = async () => {
    const change = { companyId: company, status: 'inactive', ifRowVersion: undefined };
    await tenancy.companies.setCompanyStatus(await tenancy.world.as(SUPER), change);
  };
  await expect(remove()).rejects.toMatchObject({ reason: 'STALE' });
  expect(await isListed()).toBe(true);
});

it('is not permitted to an administrator of the company', async () => {
  const own = { companyId: company, ifRowVersion: undefined };
  await expect(
    tenancy.companies.deleteCompany(await tenancy.world.as(adminOf(company)), own),
  ).rejects.toMatchObject({ code: 'PERMISSION_DENIED' });
});
