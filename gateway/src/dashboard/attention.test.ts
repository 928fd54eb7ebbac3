import { AppError, type GrpcCodeName } from '@pii-vault/platform/core/errors/app-error';
import { testCtx } from '@pii-vault/platform/testing/test-ctx';
import { GetLoginStatisticsResponse } from '@pii-vault/proto/identity/v1/security';
import { CompanyPair } from '@pii-vault/proto/lineage/v1/links';
import { CountWaitingResponse } from '@pii-vault/proto/tenancy/v1/figures';
import { Import } from '@pii-vault/proto/vault/v1/imports';
import { expect, it } from 'vitest';
import { gatherAttention } from './attention.ts';

const now = new Date('2026-11-28T08:00:00.000Z');
const pair = (sourceCompanyId: number, targetCompanyId: number, pending: number) =>
  CompanyPair.fromPartial({ sourceCompanyId, targetCompanyId, links: 10, pending });
const answers = {
  logins: async () => GetLoginStatisticsResponse.fromPartial({ totalAttempts: 40, highRiskAttempts: 2 }),
  imports: async () => ({
    count: 240,
    oldest: Import.fromPartial({
      id: 4,
      companyId: 1,
      status: 'needs_mapping',
      fileName: '',
      createdAt: now,
    }) as Import | undefined,
  }),
  analysis: async () => ({
    companyPairs: [pair(1, 1, 3), pair(1, 2, 4), pair(2, 3, 5)],
    ...{ byConfidence: [], oldestUndecided: [], hotValues: [], strong: 0, possible: 0 },
  }),
  deadlines: async () => ({
    incidents: { count: 1, overdue: 0, companyId: 1, dueAt: now },
    grievances: { count: 2, overdue: 1, companyId: 2, dueAt: now },
    accessReviews: { count: 1, overdue: 1, companyId: 1, dueAt: undefined },
  }),
  decidable: async () => ({
    approvals: { count: 1, companyId: 1, endsAt: now },
    limits: { count: 0, companyId: undefined, endsAt: undefined },
  }),
  partners: async () =>
    CountWaitingResponse.fromPartial({
      agreements: { count: 2, companyId: 1 },
      failingWebhooks: { count: 1, companyId: 2 },
    }),
};
const fail = (code: GrpcCodeName) => async () => {
  throw new AppError(code, 'TEST', 'failed');
};
const away = fail('UNAVAILABLE');
const none = { incidents: null, grievances: null, accessReviews: null, approvals: null, limits: null };
const noPartners = { agreements: null, failingWebhooks: null };
const reads = ['security:read', 'pii:write', 'lineage:read', 'compliance:read', 'company:manage'];
const all = [...reads, 'lineage:decide'];

/** The response to a user with these permissions in these companies. */
function attention(permissions: readonly string[], change: Partial<typeof answers> = {}, companies = [1]) {
  const { logins, imports, analysis, deadlines, decidable, partners } = { ...answers, ...change };
  const deps = {
    security: { getLoginStatistics: logins },
    imports: { countHeldImports: imports },
    links: { getAnalysis: analysis },
    deadlines: { getDeadlines: deadlines },
    approvals: { countDecidable: decidable },
    companyFigures: { countWaiting: partners },
  };
  return gatherAttention(deps, {
    ...testCtx(null),
    caller: {
      ...{ kind: 'user', userId: 1, sessionId: 's', isSuperAdmin: false, everywhere: new Set<string>() },
      ...{ clientId: undefined, actorUserId: undefined },
      companies: new Map(companies.map((id) => [id, new Set(permissions)])),
    },
  });
}

it('counts what waits, and names the import that waits longest', async () => {
  expect(await attention(all)).toEqual({
    highRiskLogins: 2,
    heldImports: { count: 240, oldest: { id: 4, companyId: 1, fileName: null } },
    relationships: { total: 30, pending: 12, companyId: 1 },
    incidents: { count: 1, overdue: 0, companyId: 1, dueAt: now.toISOString() },
    grievances: { count: 2, overdue: 1, companyId: 2, dueAt: now.toISOString() },
    accessReviews: { count: 1, overdue: 1, companyId: 1, dueAt: null },
    approvals: { count: 1, overdue: 0, companyId: 1, dueAt: now.toISOString() },
    limits: { count: 0, overdue: 0, companyId: null, dueAt: null },
    agreements: { count: 2, overdue: 0, companyId: 1, dueAt: null },
    failingWebhooks: { count: 1, overdue: 0, companyId: 2, dueAt: null },
    unchecked: [],
  });
});

it('names the company with most pending relationships where the caller may decide', async () => {
  const found = async (companies: number[]) => (await attention(all, {}, companies)).relationships?.companyId;
  expect(await found([1, 2, 3])).toBe(2);
  expect(await found([1, 3])).toBe(1);
  expect(await found([4])).toBe(null);
  expect((await attention(reads)).relationships).toMatchObject({ pending: 12, companyId: null });
});

it('asks no service without its permission', async () => {
  expect(
    await attention([], {
      ...{ logins: away, imports: away, analysis: away },
      deadlines: away,
      decidable: away,
      partners: away,
    }),
  ).toEqual({
    ...{
      highRiskLogins: null,
      heldImports: null,
      relationships: null,
      ...none,
      ...noPartners,
      unchecked: [],
    },
  });
});

it.each([
  ['security:read', { ...noPartners, highRiskLogins: 2, heldImports: null, relationships: null }],
  ['pii:write', { highRiskLogins: null, heldImports: { count: 240 }, relationships: null }],
  ['lineage:read', { highRiskLogins: null, heldImports: null, relationships: { total: 30 } }],
  [
    'compliance:read',
    { ...none, incidents: { count: 1 }, grievances: { count: 2 }, accessReviews: { count: 1 } },
  ],
  ['company:manage', { ...none, approvals: { count: 1 }, limits: { count: 0 }, agreements: { count: 2 } }],
])('asks only the services of %s', async (permission, rest) => {
  expect(await attention([permission])).toMatchObject({ ...rest, unchecked: [] });
});

it.each([
  ['logins', 'logins', { highRiskLogins: null, heldImports: { count: 240 }, relationships: { total: 30 } }],
  ['imports', 'imports', { highRiskLogins: 2, heldImports: null, relationships: { total: 30 } }],
  ['relationships', 'analysis', { highRiskLogins: 2, heldImports: { count: 240 }, relationships: null }],
  ['registers', 'deadlines', { highRiskLogins: 2, ...none, approvals: { count: 1 }, limits: { count: 0 } }],
  [
    'approvals',
    'decidable',
    { incidents: { count: 1 }, approvals: null, limits: null, agreements: { count: 2 } },
  ],
  ['partners', 'partners', { ...noPartners, approvals: { count: 1 } }],
])('names %s when their service fails, and has the others', async (name, part, rest) => {
  for (const code of ['UNAVAILABLE', 'RESOURCE_EXHAUSTED', 'INTERNAL'] as const)
    expect(await attention(all, { [part]: fail(code) })).toMatchObject({ ...rest, unchecked: [name] });
});

it('fails when the caller is refused', async () => {
  const refused = attention(all, { imports: fail('UNAUTHENTICATED') });
  await expect(refused).rejects.toMatchObject({ code: 'UNAUTHENTICATED' });
});
