import type { Ctx } from '@pii-vault/platform/core/context/ctx';
import { AccessRulesService } from '@pii-vault/proto/tenancy/v1/access_rules';
import { CompaniesService } from '@pii-vault/proto/tenancy/v1/companies';
import { DirectoryService } from '@pii-vault/proto/tenancy/v1/directory';
import { LinkAgreementsService } from '@pii-vault/proto/tenancy/v1/link_agreements';
import { WebhooksService } from '@pii-vault/proto/tenancy/v1/webhooks';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { adminOf, bootTenancy, SUPER, type TenancyWorld, viewerOf } from './tenancy-world.ts';

let tenancy: TenancyWorld;
let own: number;
let other: number;
let agreementId: number;
let webhookId: number;

beforeAll(async () => {
  tenancy = await bootTenancy();
  own = await tenancy.create('OWN');
  other = await tenancy.create('OTHER');
  const third = await tenancy.create('THIRD');
  const request = { ...agreementFor(other), otherCompanyId: third };
  const { agreement } = await tenancy.agreements.createLinkAgreement(await tenancy.world.as(SUPER), request);
  agreementId = agreement?.id ?? 0;
  const { webhook } = await tenancy.webhooks.createWebhook(await tenancy.world.as(SUPER), webhookFor(other));
  webhookId = webhook?.id ?? 0;
});
afterAll(async () => tenancy?.world.stop());

function agreementFor(companyId: number) {
  const open = { startsAt: undefined, endsAt: undefined };
  return { companyId, otherCompanyId: own, purpose: 'p', includeAadhaar: false, ...open };
}

function webhookFor(companyId: number) {
  return { companyId, url: 'https://93.184.216.34/hooks', events: ['violation_found'] };
}

interface Row {
  /** The call for another user's company or object. */
  readonly call: (ctx: Ctx) => Promise<unknown>;
  /** Error that an administrator of `own` gets; undefined where the call names no company. */
  readonly foreign?: 'PERMISSION_DENIED' | 'NOT_FOUND';
  /** Error that a user without any managing permission gets; undefined where any user may call. */
  readonly weak?: 'PERMISSION_DENIED';
  /** Whether the gateway may also call it. */
  readonly gateway?: true;
  /** Whether only other services may call it. */
  readonly services?: true;
}

const rows: Record<string, Row> = {
  createCompany: {
    call: (ctx) => tenancy.companies.createCompany(ctx, { name: 'N', code: 'N', tier: '', status: '' }),
    weak: 'PERMISSION_DENIED',
    foreign: 'PERMISSION_DENIED',
  },
  listCompanies: { call: (ctx) => tenancy.companies.listCompanies(ctx, {}) },
  updateCompany: {
    call: (ctx) => tenancy.companies.updateCompany(ctx, { ...emptyChange, companyId: other }),
    foreign: 'PERMISSION_DENIED',
    weak: 'PERMISSION_DENIED',
  },
  setCompanyStatus: {
    call: (ctx) =>
      tenancy.companies.setCompanyStatus(ctx, {
        companyId: other,
        status: 'active',
        ifRowVersion: undefined,
      }),
    foreign: 'PERMISSION_DENIED',
    weak: 'PERMISSION_DENIED',
  },
  requestReactivation: {
    call: (ctx) => tenancy.companies.requestReactivation(ctx, { companyId: other, reason: 'A mistake' }),
    foreign: 'PERMISSION_DENIED',
    weak: 'PERMISSION_DENIED',
  },
  refuseReactivation: {
    call: (ctx) => tenancy.companies.refuseReactivation(ctx, { companyId: other }),
    foreign: 'PERMISSION_DENIED',
    weak: 'PERMISSION_DENIED',
  },
  deleteCompany: {
    call: (ctx) => tenancy.companies.deleteCompany(ctx, { companyId: other, ifRowVersion: undefined }),
    foreign: 'PERMISSION_DENIED',
    weak: 'PERMISSION_DENIED',
  },
  createLinkAgreement: {
    call: (ctx) => tenancy.agreements.createLinkAgreement(ctx, agreementFor(other)),
    foreign: 'PERMISSION_DENIED',
    weak: 'PERMISSION_DENIED',
  },
  listLinkAgreements: {
    call: (ctx) => tenancy.agreements.listLinkAgreements(ctx, { companyId: other, limit: 0 }),
    foreign: 'PERMISSION_DENIED',
    weak: 'PERMISSION_DENIED',
  },
  acceptLinkAgreement: {
    call: (ctx) => tenancy.agreements.acceptLinkAgreement(ctx, { agreementId }),
    foreign: 'NOT_FOUND',
    weak: 'PERMISSION_DENIED',
  },
  endLinkAgreement: {
    call: (ctx) => tenancy.agreements.endLinkAgreement(ctx, { agreementId }),
    foreign: 'NOT_FOUND',
    weak: 'PERMISSION_DENIED',
  },
  listWebhooks: {
    call: (ctx) => tenancy.webhooks.listWebhooks(ctx, { companyId: other, limit: 0 }),
    foreign: 'PERMISSION_DENIED',
    weak: 'PERMISSION_DENIED',
  },
  createWebhook: {
    call: (ctx) => tenancy.webhooks.createWebhook(ctx, webhookFor(other)),
    foreign: 'PERMISSION_DENIED',
    weak: 'PERMISSION_DENIED',
  },
  updateWebhook: {
    call: (ctx) => tenancy.webhooks.updateWebhook(ctx, { ...sameWebhook, webhookId }),
    foreign: 'NOT_FOUND',
    weak: 'PERMISSION_DENIED',
  },
  deleteWebhook: {
    call: (ctx) => tenancy.webhooks.deleteWebhook(ctx, { webhookId }),
    foreign: 'NOT_FOUND',
    weak: 'PERMISSION_DENIED',
  },
  rotateWebhookSecret: {
    call: (ctx) => tenancy.webhooks.rotateWebhookSecret(ctx, { webhookId }),
    foreign: 'NOT_FOUND',
    weak: 'PERMISSION_DENIED',
  },
  listDeliveries: {
    call: (ctx) => tenancy.webhooks.listDeliveries(ctx, { webhookId, status: '', limit: 0 }),
    foreign: 'NOT_FOUND',
    weak: 'PERMISSION_DENIED',
  },
  replayDelivery: {
    call: (ctx) => tenancy.webhooks.replayDelivery(ctx, { webhookId, deliveryId: 1 }),
    foreign: 'NOT_FOUND',
    weak: 'PERMISSION_DENIED',
  },
  listAccessRules: {
    call: (ctx) => tenancy.access.listAccessRules(ctx, {}),
    foreign: 'PERMISSION_DENIED',
    weak: 'PERMISSION_DENIED',
    gateway: true,
  },
  addAccessRule: {
    call: (ctx) => tenancy.access.addAccessRule(ctx, rule),
    foreign: 'PERMISSION_DENIED',
    weak: 'PERMISSION_DENIED',
  },
  removeAccessRule: {
    call: (ctx) => tenancy.access.removeAccessRule(ctx, rule),
    foreign: 'PERMISSION_DENIED',
    weak: 'PERMISSION_DENIED',
  },
  getCompanies: {
    call: (ctx) => tenancy.directory.getCompanies(ctx, { companyIds: [other] }),
    services: true,
  },
  companyStates: { call: (ctx) => tenancy.directory.companyStates(ctx, { companyIds: [] }), services: true },
  listAgreements: {
    call: (ctx) =>
      tenancy.directory.listAgreements(ctx, { companyIds: [], onlyLive: false, agreementIds: [] }),
    services: true,
  },
};

const rule = { kind: 'ip', rule: '203.0.113.9', confirm: true, originHost: '' };

const sameWebhook = { url: undefined, events: [], status: 'paused', ifRowVersion: undefined };

const emptyChange = {
  name: undefined,
  code: undefined,
  tier: undefined,
  brandingConfig: undefined,
  complianceRequirements: undefined,
  ifRowVersion: undefined,
};

const definitions = {
  ...AccessRulesService,
  ...CompaniesService,
  ...LinkAgreementsService,
  ...DirectoryService,
  ...WebhooksService,
};

describe('authorisation', () => {
  it('has a row for every RPC', () => {
    expect(Object.keys(rows).sort()).toEqual(Object.keys(definitions).sort());
  });

  it.each(Object.entries(rows))('%s: no, external and expired token', async (_name, row) => {
    for (const [what, ctx] of await tenancy.world.refused(SUPER))
      await expect(row.call(ctx), what).rejects.toMatchObject({ code: 'UNAUTHENTICATED' });
  });

  it.each(Object.entries(rows))(
    '%s: another company, too little permission, wrong kind of caller',
    async (_n, row) => {
      const { world } = tenancy;
      const admin = await world.as(adminOf(own));
      const weak = await world.as(viewerOf(own));
      const system = world.asService('gateway');
      if (row.services) {
        for (const ctx of [admin, weak, await world.as(SUPER)])
          await expect(row.call(ctx)).rejects.toMatchObject({ code: 'PERMISSION_DENIED' });
        await expect(row.call(system)).resolves.toBeDefined();
        return;
      }
      if (row.gateway) await expect(row.call(system)).resolves.toBeDefined();
      else await expect(row.call(system)).rejects.toMatchObject({ code: 'PERMISSION_DENIED' });
      if (row.foreign !== undefined)
        await expect(row.call(admin)).rejects.toMatchObject({ code: row.foreign });
      if (row.weak === undefined && row.foreign === undefined)
        await expect(row.call(weak)).resolves.toBeDefined();
      if (row.weak !== undefined) await expect(row.call(weak)).rejects.toMatchObject({ code: row.weak });
    },
  );

  it('returns no row of another company to a service with a company token', async () => {
    const ctx = tenancy.world.asService('vault', own);
    const { companies } = await tenancy.directory.getCompanies(ctx, { companyIds: [own, other] });
    expect(companies.map(({ id }) => id)).toEqual([own]);
    const filter = { companyIds: [other], onlyLive: false, agreementIds: [] };
    expect(await tenancy.directory.listAgreements(ctx, filter)).toEqual({ agreements: [] });
  });
});
