import type { Ctx } from '@pii-vault/platform/core/context/ctx';
import { expectRefusal } from '@pii-vault/platform/testing/expect-refusal';
import { CompanyChanged } from '@pii-vault/proto/tenancy/events/v1/tenancy_events';
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { adminOf, bootTenancy, proposal, SUPER, type TenancyWorld } from './tenancy-world.ts';

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
    id: company,
    ifRowVersion,
  });
const propose = (ctx: Ctx, companyId: number, otherCompanyId: number) =>
  tenancy.agreements.createLinkAgreement(ctx, proposal(companyId, otherCompanyId));
const list = async () => (await tenancy.companies.listCompanies(await tenancy.world.as(SUPER), {})).companies;
const isListed = async () => (await list()).some(({ id }) => id === company);

it('deletes a company without data: hidden from lists, its code free, its agreements ended', async () => {
  const ctx = await tenancy.world.as(SUPER);
  const other = await tenancy.create(`O${companies}`);
  await propose(ctx, other, company);
  const hook = { companyId: company, url: 'https://93.184.216.34/', events: ['link_detected'] };
  await tenancy.webhooks.createWebhook(ctx, hook);
  await remove();
  expect(await isListed()).toBe(false);
  await expectRefusal(remove(), 'NOT_FOUND');
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
  const root = await tenancy.world.as(SUPER);
  const admin = await tenancy.world.as(adminOf(other));
  const late = await tenancy.world.as(adminOf(company));
  const refused = { code: 'NOT_FOUND', reason: 'NOT_FOUND' };
  await expect(propose(admin, other, company)).rejects.toMatchObject(refused);
  await expect(propose(admin, other, 999_999)).rejects.toMatchObject(refused);
  await expect(propose(late, company, other)).rejects.toMatchObject(refused);
  await expect(propose(root, other, company)).rejects.toMatchObject(refused);
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
  await expectRefusal(remove(99), 'STALE');
  tenancy.neighbours.onSeal = async () => {
    const change = { id: company, status: 'inactive' };
    await tenancy.companies.setCompanyStatus(await tenancy.world.as(SUPER), change);
  };
  await expectRefusal(remove(), 'STALE');
  expect(await isListed()).toBe(true);
});
