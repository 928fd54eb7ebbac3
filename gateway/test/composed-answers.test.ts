import { permissions } from '@pii-vault/contract/permissions';
import { DisclosuresService } from '@pii-vault/proto/audit/v1/disclosures';
import { FiguresService as AccessFigures } from '@pii-vault/proto/audit/v1/figures';
import { TrailEntry, TrailService } from '@pii-vault/proto/audit/v1/trail';
import { AccessReviewsService } from '@pii-vault/proto/compliance/v1/access_reviews';
import { ChecksService } from '@pii-vault/proto/compliance/v1/checks';
import { type Purpose, PurposesService } from '@pii-vault/proto/compliance/v1/purposes';
import { type Recipient, RecipientsService } from '@pii-vault/proto/compliance/v1/recipients';
import { TrendService } from '@pii-vault/proto/compliance/v1/trend';
import { RegisterService } from '@pii-vault/proto/crypto/v1/register';
import { UserDirectoryService, UserName } from '@pii-vault/proto/identity/v1/directory';
import { FiguresService as LoginFigures } from '@pii-vault/proto/identity/v1/figures';
import { SessionsService } from '@pii-vault/proto/identity/v1/sessions';
import { LinkFactsService } from '@pii-vault/proto/lineage/v1/link_facts';
import { LinksService } from '@pii-vault/proto/lineage/v1/links';
import { ShownTexts } from '@pii-vault/proto/platform/v1/texts';
import { CompaniesService, Company } from '@pii-vault/proto/tenancy/v1/companies';
import { DirectoryService } from '@pii-vault/proto/tenancy/v1/directory';
import type { PiiField } from '@pii-vault/proto/vault/v1/fields';
import { FiguresService as PeopleFigures } from '@pii-vault/proto/vault/v1/figures';
import { type Individual, IndividualsService } from '@pii-vault/proto/vault/v1/individuals';
import { PrincipalsService } from '@pii-vault/proto/vault/v1/principals';
import { StatsService } from '@pii-vault/proto/vault/v1/stats';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { fakeRpc } from './fake-services.ts';
import { type GatewayWorld, gatewayWorld } from './gateway-world.ts';

const now = new Date('2026-11-21T08:00:00.000Z');
const day = '2026-11-21';
const company = Company.fromPartial({
  ...{ id: 1, name: 'Saral Bank', code: 'SARAL', tier: 'primary', status: 'active' },
  ...{ brandingConfig: '{"colour":"teal"}', complianceRequirements: '{}', createdAt: now, updatedAt: now },
});
const tenancy = [
  fakeRpc(CompaniesService, { listCompanies: async () => ({ companies: [company] }) }),
  fakeRpc(DirectoryService, { getCompanies: async () => ({ companies: [company] }) }),
];

const individual: Individual = {
  ...{ id: 48213, masterKey: '0190a3f2-7d5c-7cc1-9b1e-3f6a2b4c5d6e', companyId: 1, companyIds: [1] },
  ...{ dataQualityScore: 92, completenessPercentage: 86, recordVersion: 1, createdAt: now, updatedAt: now },
  piiFields: [{ fieldType: 'pan', companyId: 1 }],
};
const consentDetails = { purpose: 'kyc', date: now, channel: 'web', alsoFor: ['lending'] };
const field: PiiField = {
  ...{ id: 91, fieldType: 'pan', companyId: 1, individualId: 48213, version: 1, isActive: true },
  ...{ value: 'XXXXX234F', masked: true, consentDetails, createdAt: now, updatedAt: now },
};
const vault = [
  fakeRpc(IndividualsService, {
    listIndividuals: async () => ({ individuals: [individual], externalIds: [], marks: [] }),
    getIndividualsSummary: async () => ({
      ...{ totalIndividuals: 3, averageCompleteness: 66.6, averageQuality: 80, sharedById: 1 },
      ...{ highQuality: 1, mediumQuality: 1, lowQuality: 1 },
    }),
  }),
  fakeRpc(PrincipalsService, {
    getAccessReport: async () => ({
      individual,
      fields: [field],
      consents: [
        { id: 1, companyId: 1, kind: 'given', details: consentDetails, fieldTypes: [], recordedAt: now },
      ],
      nomination: {
        companyId: 1,
        nominees: [{ name: 'XXXX-MASKED', relationship: 'spouse', email: undefined, phone: undefined }],
        masked: true,
        updatedAt: now,
      },
    }),
  }),
  fakeRpc(StatsService, {
    getCompanyStats: async () => ({
      stats: [{ companyId: 1, individuals: 9, piiRecords: 50, dataTypes: ['aadhaar'], fieldsByType: {} }],
    }),
  }),
  fakeRpc(PeopleFigures, {
    getPeopleFigures: async () => ({
      ...{ individuals: 3, fieldsByType: { pan: 2 }, completenessSum: 200, qualitySum: 250 },
      byQuality: [0, 0, 0, 0, 0, 0, 0, 1, 1, 1],
      growth: [{ day, added: 1, erased: 0, individuals: 3 }],
    }),
  }),
];
const crypto = [
  fakeRpc(RegisterService, {
    companyKeyStats: async () => ({
      companies: [{ companyId: 1, active: 3, retiring: 1, lastRotatedAt: now }],
    }),
  }),
];

const used = { purpose: 'kyc', fieldNames: ['pan'], times: 3, firstAt: now, lastAt: now };
const shownFacts = { status: 'active', hasSecondFactor: true, mayErase: false, isDormant: false };

const audit = [
  fakeRpc(DisclosuresService, {
    sumDisclosures: async () => ({
      disclosures: ['field_decrypt', 'field_view'].map((action) => ({
        ...{ action, actorType: 'api_client', actorId: 'pvc_1a2b', onBehalfOf: '2' },
        ...used,
      })),
    }),
  }),
  fakeRpc(TrailService, {
    getTrailState: async () => ({ contradiction: '' }),
    listTrail: async () => ({
      entries: [
        TrailEntry.fromPartial({
          ...{ id: 5, leafIndex: 4, companyId: 1, action: 'field_decrypt', actorType: 'user', actorId: '2' },
          details: { producer: 'vault', decision: 'allowed', objectIds: { userId: '9' } },
          complianceFlags: { violation: false, dpdpCompliant: true },
          timestamp: now,
        }),
      ],
      total: 1,
    }),
    lastActivity: async () => ({ companies: [{ companyId: 1, lastActivityAt: now, entries: 5 }] }),
  }),
  fakeRpc(AccessFigures, {
    getAccessFigures: async () => ({
      byAction: [{ action: 'field_decrypt', entries: 5 }],
      byHour: Array.from({ length: 24 }, () => 0),
      byActor: [
        { actorType: 'user', actorId: '2', entries: 4 },
        { actorType: 'api_client', actorId: 'partner', entries: 1 },
      ],
      byDay: [{ day, entries: 5 }],
      byWeekdayHour: Array.from({ length: 168 }, () => 0),
      reveals: [],
    }),
  }),
];

const texts = ShownTexts.create({ view: 'masked' });
const register = { companyId: 1, version: 2, createdAt: now, updatedAt: now, texts };
const purpose: Purpose = {
  ...register,
  ...{ id: 3, purpose: 'kyc', description: '', lawfulBasis: 'consent', notices: [] },
};
const recipient: Recipient = {
  ...register,
  ...{ id: 5, code: 'bureau', name: '', contract: '', kind: 'processor', fieldTypes: ['pan'] },
  ...{ purposes: ['kyc'], sharedFrom: now },
};
/** Two pages of one entry each. */
const paged = <T extends object>(entry: T, other: T, cursor: string | undefined) =>
  cursor === undefined ? { rows: [other], nextCursor: '9' } : { rows: [entry], nextCursor: undefined };
const compliance = [
  fakeRpc(PurposesService, {
    findPurposes: async (_, { cursor }) => {
      const { rows, nextCursor } = paged(purpose, { ...purpose, id: 9, purpose: 'lending' }, cursor);
      return { purposes: rows, nextCursor };
    },
  }),
  fakeRpc(RecipientsService, {
    findRecipients: async (_, { cursor }) => {
      const { rows, nextCursor } = paged(recipient, { ...recipient, id: 9, code: 'auditor' }, cursor);
      return { recipients: rows, nextCursor };
    },
  }),
  fakeRpc(AccessReviewsService, {
    listAccessReviews: async () => ({
      reviews: [
        {
          ...{
            id: 2,
            companyId: 1,
            status: 'finished',
            startedBy: 2,
            startedAt: now,
            reviewedBy: 2,
            reviewedAt: now,
          },
          ...{ lines: 1, decided: 1, revoked: 0, snapshotSha256: '00', version: 3 },
        },
      ],
    }),
    listAccessLines: async () => ({
      lines: ['company_role', 'super_admin'].map((via, id) => ({
        ...{ id: id + 1, kind: 'account', userId: 2, role: 'admin', via, version: 1, createdAt: now },
        ...(via === 'super_admin' ? {} : shownFacts),
      })),
    }),
  }),
  fakeRpc(ChecksService, {
    companyStatuses: async () => ({ companies: [{ companyId: 1, status: 'not_in_force' }] }),
  }),
  fakeRpc(TrendService, { getTrend: async () => ({ days: [{ day, readiness: 94, violations: 0 }] }) }),
];

const lineage = [
  fakeRpc(LinksService, {
    getGraph: async () => ({
      individuals: [{ companyId: 1, individualId: 48213 }],
      companyIds: [1, 2],
      links: [
        {
          ...{ id: 7, sourceCompanyId: 1, targetCompanyId: 2, individualId: 48213, rowVersion: 1 },
          ...{ relationshipType: 'cross_reference', matchingFields: ['phone'], grade: 'possible' },
          ...{ verificationStatus: 'pending', createdAt: now, relatedPseudonym: 'p-1' },
        },
      ],
    }),
    getSummary: async () => ({
      ...{ totalRelationships: 2, scoredRelationships: 1, avgConfidence: 91, medianConfidence: 91 },
      ...{ uniqueIndividuals: 3, verifiedLinks: 1, withinCompany: 1, crossCompany: 1, pendingOverADay: 0 },
      ...{ pending: 1, crossLinkedIndividuals: 2 },
    }),
    listDuplicates: async () => ({
      withinCompany: [],
      crossCompany: [],
      counts: { withinCompany: 1, crossCompany: 0 },
    }),
    listReached: async () => ({
      reached: [{ individual: { companyId: 1, individualId: 48213 }, companyIds: [2] }],
    }),
  }),
  fakeRpc(LinkFactsService, { listVerifiedSame: async () => ({ individualIds: [48990] }) }),
];

const ravi = UserName.fromPartial({ id: 2, email: 'ravi@example.com', firstName: 'Ravi', lastName: 'Iyer' });
const root = UserName.fromPartial({ id: 9, email: 'root@example.com', isAcross: true });
const identity = [
  fakeRpc(UserDirectoryService, {
    getUserNames: async () => ({ users: [ravi, root], clients: [{ clientId: 'partner', userId: 2 }] }),
  }),
  fakeRpc(LoginFigures, {
    getLoginFigures: async () => ({ days: [{ day, successful: 2, failed: 1, blocked: 0 }] }),
  }),
  fakeRpc(SessionsService, { logout: async () => ({}) }),
];

let world: GatewayWorld;
beforeAll(async () => {
  world = await gatewayWorld({ tenancy, vault, crypto, audit, compliance, lineage, identity });
  world.identity.users.set('admin', { userId: 2, primaryCompanyId: 1, companies: { 1: permissions } });
});
afterAll(() => world.stop());

async function get(path: string, from = world) {
  const answer = await from.fetch(`/api${path}`, { headers: { authorization: 'Bearer admin' } });
  expect(answer.status).toBe(200);
  return await answer.json();
}

// conformance.test.ts compares every response of the whole vault with the contract.
describe('an answer that the gateway composes', () => {
  it('has the figures of a company from five services', async () => {
    expect((await get('/companies'))[0]).toMatchObject({
      ...{ individuals: 9, piiRecords: 50, encryptionKeys: 4, aadhaarStatus: 'encrypted' },
      compliance: { status: 'unknown', score: null, readiness: null },
      lastActivityAt: '2026-11-21T08:00:00.000Z',
      brandingConfig: { colour: 'teal' },
    });
  });

  it('counts the companies that a person is linked with', async () => {
    expect((await get('/individuals'))[0]).toMatchObject({
      linkedCompaniesCount: 2,
      crossCompanyData: {
        companies: [
          { id: 1, name: 'Saral Bank' },
          { id: 2, name: 'Company 2' },
        ],
      },
    });
    const summary = { totalIndividuals: 3, crossLinked: 3, avgCompleteness: 67, duplicatesFound: 1 };
    expect(await get('/individuals/summary')).toEqual(summary);
  });

  it('has every page of the registers, and the owner of an API client, in an access report', async () => {
    expect(await get('/individuals/48213/access-report?companyId=1')).toMatchObject({
      companyName: 'Saral Bank',
      personalData: [{ fieldType: 'pan', value: 'XXXXX234F' }],
      activities: [{ action: 'field_decrypt', purpose: 'kyc', times: 3 }, { action: 'field_view' }],
      readers: [{ clientId: 'pvc_1a2b', name: 'Ravi Iyer', fieldNames: ['pan'] }],
      purposes: [{ purpose: 'lending' }, { purpose: 'kyc' }],
      recipients: [{ code: 'auditor' }, { code: 'bureau' }],
      linkedCompanies: [{ id: 2 }],
      nomination: { nominees: [{ relationship: 'spouse' }] },
    });
  });

  it('shows a link to a person of another company as a link to that company', async () => {
    expect((await get('/data-lineage')).links).toContainEqual({
      ...{ source: 'individual:48213', target: 'company:2', grade: 'possible', entryId: 7 },
      ...{ confidence: null, relationshipType: 'cross_reference', verificationStatus: 'pending' },
    });
  });

  it('names actors and reviewers, and API clients by their owners', async () => {
    const names = { actorName: 'Ravi Iyer', companyName: 'Saral Bank' };
    // The list of users names a super admin to a super admin only, so the subject of an entry is not named either.
    expect((await get('/audit-trail'))[0]).toMatchObject({ ...names, userName: null });
    expect((await get('/analytics')).access.byActor).toMatchObject([
      { actorId: '2', actorName: 'Ravi Iyer' },
      { actorId: 'partner', actorName: 'Ravi Iyer' },
    ]);
    expect((await get('/access-reviews'))[0]).toMatchObject({ reviewedBy: 2, reviewedByName: 'Ravi Iyer' });
    expect(await get('/access-reviews/2/lines')).toMatchObject([
      { userName: 'Ravi Iyer' },
      { userName: null },
    ]);
  });

  it('stays readable without lineage, audit and compliance, with unknown values', async () => {
    const bare = await gatewayWorld({ tenancy, vault, crypto });
    try {
      bare.identity.users.set('admin', { userId: 2, companies: { 1: permissions } });
      expect((await get('/individuals', bare))[0]).toMatchObject({ linkedCompaniesCount: 1 });
      const unknown = { crossLinked: null, duplicatesFound: null };
      expect(await get('/individuals/summary', bare)).toMatchObject(unknown);
      const [row] = await get('/companies', bare);
      expect(row).toMatchObject({ compliance: { status: 'unknown' }, lastActivityAt: null });
    } finally {
      await bare.stop();
    }
  });
});

it('a logout ends the session at once in this gateway', async () => {
  world.identity.users.set('leaving', { companies: { 1: permissions } });
  const headers = { authorization: 'Bearer leaving', origin: world.origin };
  expect((await world.fetch('/api/companies', { headers })).status).toBe(200);
  const out = await world.fetch('/api/auth/logout', { method: 'POST', headers });
  expect(await out.json()).toEqual({ success: true });
  expect(out.headers.get('set-cookie')).toContain(
    'pv_ctx_test=; Path=/api; HttpOnly; SameSite=Strict; Max-Age=0',
  );
  world.identity.ended.add('leaving');
  expect((await world.fetch('/api/companies', { headers })).status).toBe(401);
});
