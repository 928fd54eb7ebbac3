import type { Ctx } from '@pii-vault/platform/core/context/ctx';
import { AppError } from '@pii-vault/platform/core/errors/app-error';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { callsFor, definitions, type EntryIds, enterAll, type RpcName } from './authorisation-calls.ts';
import { type ComplianceWorld, complianceWorld } from './compliance-world.ts';
import { reportsMade } from './reports-made.ts';

let compliance: ComplianceWorld;
let ids: EntryIds;

beforeAll(async () => {
  compliance = await complianceWorld();
  const admin = await compliance.world.as({ everywhere: ['compliance:read', 'compliance:manage'] });
  await compliance.checks.runChecks(admin, { companyId: 1 });
  ids = await enterAll(compliance, admin);
  await reportsMade(compliance, admin);
  await compliance.accessReviews.recordAccessReview(admin, { companyId: 1 });
});
afterAll(() => compliance?.world.stop());

const NAMES = Object.keys(definitions) as RpcName[];
const READING: readonly RpcName[] = NAMES.filter(
  (name) =>
    /^(list|find)/.test(name) || ['companyStatuses', 'getReportFile', 'getRegulationTrend'].includes(name),
);

async function outcome(name: RpcName, ctx: Ctx, companyId = 1): Promise<string> {
  try {
    return JSON.stringify(await callsFor(compliance, ids)[name](ctx, companyId), (_key, value: unknown) =>
      typeof value === 'number' ? value : value,
    );
  } catch (thrown) {
    const { code, reason, message } = AppError.from(thrown);
    return `${code} ${reason} ${message}`;
  }
}

const ALL = ['compliance:read', 'compliance:manage', 'analytics:read'];

/** Text in answers to calls without a company id. */
const SEEN: Partial<Record<RpcName, string>> = {
  getReportFile: '"mediaType":"application/json"',
  getNotices: '{"purposes":[{"purpose":"kyc","notices":[{"version":',
  getTrend: '"score":',
  getRegulationTrend: '"regulationType":"dpdp"',
};

describe.each(NAMES)('%s', (name) => {
  it('refuses no token, an external one and an expired one', async () => {
    for (const [what, ctx] of await compliance.world.refused({ everywhere: ALL }))
      expect([what, (await outcome(name, ctx)).split(' ')[0]]).toEqual([what, 'UNAUTHENTICATED']);
  });

  it('refuses too little permission', async () => {
    const others = ['pii:read', 'pii:reveal', 'audit:read', 'company:manage'];
    const near =
      name === 'getTrend' ? ['compliance:read', 'compliance:manage'] : ['compliance:read', 'analytics:read'];
    const tooLittle = READING.includes(name) ? [...others, 'analytics:read'] : [...others, ...near];
    expect(await outcome(name, await compliance.world.as({ companies: { 1: tooLittle } }))).toMatch(
      /^PERMISSION_DENIED/,
    );
  });

  it('refuses services without access', async () => {
    expect(await outcome(name, compliance.world.asService('vault'))).toMatch(/^PERMISSION_DENIED/);
  });

  it('shows nothing of another company, and gives the same answer as for an unknown one', async () => {
    const ctx = await compliance.world.as({ companies: { 2: ALL } });
    const [other, absent] = [await outcome(name, ctx, 1), await outcome(name, ctx, 424_242)];
    expect(other).toBe(absent);
    if (name === 'companyStatuses') expect(other).toMatch(/^\{"companies":\[\]\}$/);
    else
      expect(other).toMatch(
        name.startsWith('update') || name === 'getReportFile' ? /^NOT_FOUND/ : /^PERMISSION_DENIED/,
      );
  });

  it('allows authorised callers', async () => {
    const { world } = compliance;
    const allowed =
      name === 'getNotices' ? world.asService('gateway') : await world.as({ companies: { 1: ALL } });
    expect(await outcome(name, allowed)).toContain(SEEN[name] ?? '"companyId":1');
  });
});
