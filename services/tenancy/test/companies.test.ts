import { expectRefusal } from '@pii-vault/platform/testing/expect-refusal';
import { waitingOf } from '@pii-vault/platform/testing/waiting-of';
import { AuditEntry } from '@pii-vault/proto/audit/v1/entry';
import { CompanyChanged } from '@pii-vault/proto/tenancy/events/v1/tenancy_events';
import { DirectoryService } from '@pii-vault/proto/tenancy/v1/directory';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { adminOf, bootTenancy, SUPER, type TenancyWorld, viewerOf } from './tenancy-world.ts';

let tenancy: TenancyWorld;

beforeAll(async () => {
  tenancy = await bootTenancy();
});
afterAll(async () => tenancy?.world.stop());

describe('creating companies', () => {
  it('assigns ids from 1, uses the defaults, and writes event and audit entry', async () => {
    const { world, companies } = tenancy;
    const request = { name: ' Asha Bank ', code: 'ASHA', tier: 'finance', status: '' };
    const { company } = await companies.createCompany(await world.as(SUPER), request);
    expect(company).toMatchObject({
      id: 1,
      name: 'Asha Bank',
      code: 'ASHA',
      tier: 'finance',
      status: 'active',
    });
    expect(company).toMatchObject({ brandingConfig: '{}', complianceRequirements: '{}', version: 1 });

    const [event] = await tenancy.published('tenancy.company_created');
    expect(event?.companyId).toBe(1);
    expect(CompanyChanged.decode(event?.payload ?? Buffer.alloc(0))).toMatchObject({
      companyId: 1,
      code: 'ASHA',
    });
    const [entry] = await tenancy.published('tenancy.audit');
    expect(AuditEntry.decode(entry?.payload ?? Buffer.alloc(0))).toMatchObject({
      action: 'company_create',
      actorType: 'user',
      actorId: '1',
      companyId: 1,
      ipAddress: '192.0.2.10',
    });
  });

  it('refuses an existing code in any case, and stores nothing', async () => {
    const { world, companies } = tenancy;
    await tenancy.create('TAKEN');
    await world.drain();
    const before = (await tenancy.published('tenancy.company_created')).length;
    const request = { name: 'Other', code: 'taken', tier: '', status: '' };
    await expect(companies.createCompany(await world.as(SUPER), request)).rejects.toMatchObject({
      code: 'ALREADY_EXISTS',
      reason: 'COMPANY_CODE_EXISTS',
      message: 'Company code already exists',
    });
    expect(await tenancy.published('tenancy.company_created')).toHaveLength(before);
  });

  it('lets one of several concurrent creations of a code succeed', async () => {
    const { world, companies } = tenancy;
    const ctx = await world.as(SUPER);
    const tries = Array.from({ length: 10 }, (_, i) =>
      companies.createCompany(ctx, { name: `Race ${i}`, code: 'RACE', tier: '', status: '' }),
    );
    const results = await Promise.allSettled(tries);
    expect(results.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
  });

  it('creates one company for a repeated key, and refuses the key for another request', async () => {
    const { world, companies } = tenancy;
    const ctx = { ...(await world.as(SUPER)), idempotencyKey: 'k-1' };
    const request = { name: 'Twice', code: 'TWICE', tier: '', status: '' };
    const [first, second] = await Promise.all([
      companies.createCompany(ctx, request),
      companies.createCompany(ctx, request),
    ]);
    expect(second).toEqual(first);
    await expectRefusal(
      companies.createCompany(ctx, { ...request, code: 'TWICE2' }),
      'IDEMPOTENCY_KEY_REUSED',
    );
  });

  it('does not accept a permission in one company for creating companies', async () => {
    const { world, companies } = tenancy;
    const ctx = await world.as({ companies: { 1: ['company:create'] } });
    const request = { name: 'X', code: 'X', tier: '', status: '' };
    await expectRefusal(companies.createCompany(ctx, request), 'PERMISSION_DENIED');
  });
});

describe('reading companies', () => {
  it('shows a user its own companies, and a super_admin all', async () => {
    const { world, companies } = tenancy;
    const [a, b] = [await tenancy.create('READA'), await tenancy.create('READB')];
    const viewer = await world.as(viewerOf(a));
    const { companies: own } = await companies.listCompanies(viewer, {});
    expect(own.map(({ id }) => id)).toEqual([a]);
    const { companies: all } = await companies.listCompanies(await world.as(SUPER), {});
    expect(all.map(({ id }) => id)).toEqual(expect.arrayContaining([a, b]));
  });
});

describe('changing companies', () => {
  it('changes only the given members, increments the version, and refuses a stale one', async () => {
    const { world, companies } = tenancy;
    const id = await tenancy.create('EDIT');
    const admin = await world.as(adminOf(id));
    const change = { id, brandingConfig: '{"color":"teal"}', ifRowVersion: 1 };
    const { company } = await companies.updateCompany(admin, change);
    expect(company).toMatchObject({ name: 'Company EDIT', code: 'EDIT', version: 2 });
    expect(JSON.parse(company?.brandingConfig ?? '')).toEqual({ color: 'teal' });
    await expect(companies.updateCompany(admin, change)).rejects.toMatchObject({
      code: 'FAILED_PRECONDITION',
      reason: 'STALE',
    });
  });

  it('has the zone of India until another one is chosen, and refuses names that are no zone', async () => {
    const { world, companies } = tenancy;
    const id = await tenancy.create('ZONE');
    const admin = await world.as(adminOf(id));
    const change = (timeZone: string) => companies.updateCompany(admin, { id, timeZone });
    const [before] = (await companies.listCompanies(admin, {})).companies;
    expect(before?.timeZone).toBe('Asia/Kolkata');
    for (const name of ['+05:30', 'IST', 'Asia/Nowhere', 'asia/kolkata', ''])
      await expect(change(name), name).rejects.toMatchObject({
        reason: 'INVALID_COMPANY',
        details: [{ path: 'timeZone' }],
      });
    expect((await change('Europe/Berlin')).company).toMatchObject({
      timeZone: 'Europe/Berlin',
      code: 'ZONE',
    });
    const events = await tenancy.published('tenancy.company_updated');
    expect(CompanyChanged.decode(events.at(-1)?.payload ?? Buffer.alloc(0)).timeZone).toBe('Europe/Berlin');
    const directory = world.client(DirectoryService, 'tenancy');
    const { states } = await directory.companyStates(world.asService('vault'), { companyIds: [id] });
    expect(states).toMatchObject([{ timeZone: 'Europe/Berlin' }]);
  });

  it('keeps a profile, shows it to its users, and has no contact in events, audit or a deleted company', async () => {
    const { world, companies } = tenancy;
    const id = await tenancy.create('PROFILE');
    const admin = await world.as(adminOf(id));
    const none = { name: '', email: '', phone: '' };
    const read = async (ctx = admin) => (await companies.listCompanies(ctx, {})).companies[0]?.profile;
    expect(await read()).toEqual({
      ...{ grievanceOfficer: none, dataProtectionOfficer: none, address: '', isSignificant: false },
      regulators: [],
    });
    const profile = {
      grievanceOfficer: { name: 'Latha Menon', email: 'latha@bank.example', phone: '+91 22 5550 0100' },
      dataProtectionOfficer: none,
      address: 'Saral House, Mumbai',
      isSignificant: true,
      regulators: ['sebi'],
    };
    await companies.updateCompany(admin, { id, profile });
    await companies.updateCompany(admin, { id, brandingConfig: '{}' });
    expect(await read(await world.as(viewerOf(id)))).toEqual(profile);
    await expectRefusal(
      companies.updateCompany(await world.as(viewerOf(id)), { id, profile }),
      'PERMISSION_DENIED',
    );
    for (const topic of ['tenancy.company_updated', 'tenancy.audit'])
      for (const { payload } of await tenancy.published(topic))
        expect(payload.toString()).not.toMatch(/Latha|latha/);
    await companies.deleteCompany(await world.as(SUPER), { id });
    const stored = await world.sql('SELECT profile FROM tenancy.companies WHERE id = $1', [id]);
    expect(stored).toEqual([{ profile: {} }]);
  });

  it('lets only callers with company:create change a code', async () => {
    const { world, companies } = tenancy;
    const id = await tenancy.create('CODE1');
    const change = { id, code: 'CODE2' };
    await expectRefusal(companies.updateCompany(await world.as(adminOf(id)), change), 'PERMISSION_DENIED');
    const { company } = await companies.updateCompany(await world.as(SUPER), change);
    expect(company?.code).toBe('CODE2');
  });

  it('lets a manager suspend its company but not end the suspension', async () => {
    const { world, companies } = tenancy;
    const id = await tenancy.create('SUSP');
    const admin = await world.as(adminOf(id));
    const to = (status: string) => ({ id, status });
    await companies.setCompanyStatus(admin, to('inactive'));
    await companies.setCompanyStatus(admin, to('active'));
    await companies.setCompanyStatus(admin, to('suspended'));
    for (const status of ['active', 'inactive'])
      await expectRefusal(companies.setCompanyStatus(admin, to(status)), 'SUSPENDED');
    const { company } = await companies.setCompanyStatus(await world.as(SUPER), to('active'));
    expect(company).toMatchObject({ status: 'active', version: 5 });
    const events = (await tenancy.published('tenancy.company_status_changed')).filter(
      ({ companyId }) => companyId === id,
    );
    expect(events.map(({ payload }) => CompanyChanged.decode(payload).status)).toEqual([
      'inactive',
      'active',
      'suspended',
      'active',
    ]);
  });

  it('lets the manager of a suspended company request its reactivation, once until a super admin decides', async () => {
    const { world, companies } = tenancy;
    const companyId = await tenancy.create('UNDO');
    const admin = await world.as(adminOf(companyId));
    const root = await world.as(SUPER);
    const to = (status: string) => ({ id: companyId, status });
    const request = { id: companyId, reason: ' Suspended by mistake ' };
    const own = async (ctx: typeof admin) =>
      (await companies.listCompanies(ctx, {})).companies.find((one) => one.id === companyId);

    await expect(companies.requestReactivation(admin, request)).rejects.toMatchObject({
      code: 'FAILED_PRECONDITION',
      reason: 'NOT_SUSPENDED',
    });
    await companies.setCompanyStatus(admin, to('suspended'));
    for (const reason of [' ', 'x'.repeat(501), 'Call me at 98765 43210'])
      await expect(companies.requestReactivation(admin, { id: companyId, reason })).rejects.toMatchObject({
        code: 'INVALID_ARGUMENT',
        reason: 'INVALID_REASON',
      });
    const { company } = await companies.requestReactivation(admin, request);
    const open = { requestedBy: 100 + companyId, reason: 'Suspended by mistake' };
    expect(company).toMatchObject({ status: 'suspended', version: 2, reactivation: open });
    expect(await own(root)).toMatchObject({ reactivation: open });
    expect((await own(await world.as(viewerOf(companyId))))?.reactivation).toBeUndefined();
    await expectRefusal(companies.requestReactivation(admin, request), 'REACTIVATION_REQUESTED');
    const waiting = async (of?: number) => (await waitingOf(world, 'tenancy')(root, of)).reactivations;
    expect(await waiting()).toMatchObject({ count: 1, companyId });
    expect(await waiting(companyId)).toMatchObject({ count: 1, companyId });
    expect(await waiting(await tenancy.create('CALM'))).toMatchObject({ count: 0, companyId: undefined });

    await companies.setCompanyStatus(root, to('active'));
    expect((await own(root))?.reactivation).toBeUndefined();
    expect((await waiting())?.count).toBe(0);
    await companies.setCompanyStatus(admin, to('suspended'));
    await expectRefusal(companies.requestReactivation(admin, request), 'REACTIVATION_TODAY');
    await world.sql(
      `UPDATE tenancy.companies SET reactivation_requested_at = now() - interval '25 hours' WHERE id = $1`,
      [companyId],
    );
    await companies.requestReactivation(admin, request);
    expect(await own(admin)).toMatchObject({ reactivation: open });

    const entries = (await tenancy.published('tenancy.audit'))
      .map(({ payload }) => AuditEntry.decode(payload))
      .filter(({ action, companyId: of }) => action === 'company_reactivation_request' && of === companyId);
    expect(entries).toHaveLength(2);
    expect(JSON.stringify(entries.map(({ objectIds, reason }) => [objectIds, reason]))).not.toContain(
      'mistake',
    );
  });

  it('lets a super admin refuse a request: the company stays suspended and can request again a day later', async () => {
    const { world, companies } = tenancy;
    const companyId = await tenancy.create('NOTNOW');
    const [admin, root] = [await world.as(adminOf(companyId)), await world.as(SUPER)];
    await companies.setCompanyStatus(admin, { id: companyId, status: 'suspended' });
    const refuse = () => companies.refuseReactivation(root, { id: companyId });
    await expectRefusal(refuse(), 'NO_REACTIVATION_REQUEST');
    const request = { id: companyId, reason: 'Suspended by mistake' };
    await companies.requestReactivation(admin, request);
    const { company } = await refuse();
    expect(company).toMatchObject({ status: 'suspended', version: 2 });
    expect(company?.reactivation).toBeUndefined();
    await expectRefusal(refuse(), 'NO_REACTIVATION_REQUEST');
    await expectRefusal(companies.requestReactivation(admin, request), 'REACTIVATION_TODAY');
    const entries = (await tenancy.published('tenancy.audit'))
      .map(({ payload }) => AuditEntry.decode(payload))
      .filter(({ action }) => action === 'company_reactivation_refuse');
    expect(entries).toMatchObject([{ companyId, actorId: String(SUPER.userId) }]);
  });

  it('publishes no event when the status is unchanged', async () => {
    const { world, companies } = tenancy;
    const id = await tenancy.create('SAME');
    const request = { id, status: 'active' };
    const { company } = await companies.setCompanyStatus(await world.as(adminOf(id)), request);
    expect(company?.version).toBe(1);
  });
});
