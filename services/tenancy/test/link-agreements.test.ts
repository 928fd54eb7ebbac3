import { expectRefusal } from '@pii-vault/platform/testing/expect-refusal';
import { waitingOf } from '@pii-vault/platform/testing/waiting-of';
import { AuditEntry } from '@pii-vault/proto/audit/v1/entry';
import { LinkAgreementChanged } from '@pii-vault/proto/tenancy/events/v1/tenancy_events';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { adminOf, bootTenancy, proposal, SUPER, type TenancyWorld } from './tenancy-world.ts';

let tenancy: TenancyWorld;
let a: number;
let b: number;
let c: number;

beforeAll(async () => {
  tenancy = await bootTenancy();
  [a, b, c] = [await tenancy.create('A'), await tenancy.create('B'), await tenancy.create('C')];
});
afterAll(async () => tenancy?.world.stop());

async function asked(purpose: string): Promise<number> {
  const { world, agreements } = tenancy;
  const { agreement } = await agreements.createLinkAgreement(
    await world.as(adminOf(a)),
    proposal(a, b, purpose),
  );
  return agreement?.id ?? 0;
}

describe('agreeing', () => {
  it('is pending until the other company accepts, which the requester cannot do', async () => {
    const { world, agreements } = tenancy;
    const agreementId = await asked('fraud');
    const [asker, other] = [await world.as(adminOf(a)), await world.as(adminOf(b))];
    await expect(agreements.acceptLinkAgreement(asker, { id: agreementId })).rejects.toMatchObject({
      code: 'PERMISSION_DENIED',
      reason: 'OTHER_SIDE_ANSWERS',
    });
    const { agreement } = await agreements.acceptLinkAgreement(other, { id: agreementId });
    expect(agreement).toMatchObject({ status: 'accepted', isLive: true, companyId: a });
    await expectRefusal(agreements.acceptLinkAgreement(other, { id: agreementId }), 'NOT_PENDING');
    const events = await tenancy.published('tenancy.link_agreement_accepted');
    const mine = events
      .map(({ payload }) => LinkAgreementChanged.decode(payload))
      .filter((e) => e.purpose === 'fraud');
    expect(mine.map((event) => [event.viewerCompanyId, event.otherCompanyId])).toEqual([
      [a, b],
      [b, a],
    ]);
  });

  it('waits for the side that was asked, until it is accepted or ended', async () => {
    const { world, agreements } = tenancy;
    const registers = waitingOf(world, 'tenancy');
    const waiting = async (companyId: number) =>
      (await registers(await world.as(adminOf(companyId)))).agreements?.count;
    const before = [await waiting(a), await waiting(b)];
    const agreementId = await asked('credit');
    expect([await waiting(a), await waiting(b)]).toEqual([before[0], (before[1] ?? 0) + 1]);
    const root = await world.as(SUPER);
    for (const [companyId, known] of [
      [a, before[0]],
      [b, (before[1] ?? 0) + 1],
    ])
      expect((await registers(root, companyId)).agreements?.count).toBe(known);
    await agreements.acceptLinkAgreement(await world.as(adminOf(b)), { id: agreementId });
    expect([await waiting(a), await waiting(b)]).toEqual(before);
    const ended = await asked('credit_again');
    await agreements.endLinkAgreement(await world.as(adminOf(a)), { id: ended });
    expect(await waiting(b)).toBe(before[1]);
  });

  it('is accepted at once for a super_admin, and recorded in both trails', async () => {
    const { world, agreements } = tenancy;
    const { agreement } = await agreements.createLinkAgreement(await world.as(SUPER), proposal(b, c, 'kyc'));
    expect(agreement).toMatchObject({ status: 'accepted', isLive: true });
    const entries = (await tenancy.published('tenancy.audit'))
      .map(({ payload }) => AuditEntry.decode(payload))
      .filter(({ purpose }) => purpose === 'kyc');
    expect(entries.map(({ action, companyId }) => [action, companyId])).toEqual([
      ['link_agreement_create', b],
      ['link_agreement_create', c],
      ['link_agreement_accept', b],
      ['link_agreement_accept', c],
    ]);
  });

  it('refuses a second agreement for pair and purpose, from either side, until the first has ended', async () => {
    const { world, agreements } = tenancy;
    const agreementId = await asked('dedupe');
    for (const [one, two] of [
      [a, b],
      [b, a],
    ] as const)
      await expect(
        agreements.createLinkAgreement(await world.as(adminOf(one)), proposal(one, two, 'dedupe')),
      ).rejects.toMatchObject({ code: 'ALREADY_EXISTS', reason: 'AGREEMENT_EXISTS' });
    const { agreement } = await agreements.endLinkAgreement(await world.as(adminOf(b)), { id: agreementId });
    expect(agreement).toMatchObject({ status: 'ended', isLive: false });
    expect(await asked('dedupe')).toBeGreaterThan(agreementId);
  });

  it('creates one agreement for a repeated key', async () => {
    const { world, agreements } = tenancy;
    const ctx = { ...(await world.as(adminOf(a))), idempotencyKey: 'k-1' };
    const first = await agreements.createLinkAgreement(ctx, proposal(a, b, 'repeated'));
    expect(await agreements.createLinkAgreement(ctx, proposal(a, b, 'repeated'))).toEqual(first);
  });
});

describe('ending', () => {
  it('is possible for either side, once', async () => {
    const { world, agreements } = tenancy;
    const agreementId = await asked('ending');
    const first = await agreements.endLinkAgreement(await world.as(adminOf(a)), { id: agreementId });
    const again = await agreements.endLinkAgreement(await world.as(adminOf(b)), { id: agreementId });
    expect(again.agreement?.endedAt).toEqual(first.agreement?.endedAt);
    const events = await tenancy.published('tenancy.link_agreement_ended');
    const mine = events.filter(
      ({ payload }) => LinkAgreementChanged.decode(payload).agreementId === agreementId,
    );
    expect(mine).toHaveLength(2);
    const other = await world.as(adminOf(b));
    await expectRefusal(agreements.acceptLinkAgreement(other, { id: agreementId }), 'NOT_PENDING');
  });

  it('takes effect at the end time, with or without the job', async () => {
    const { world, directory } = tenancy;
    const agreementId = await asked('lapsing');
    await world.sql(
      `UPDATE tenancy.link_agreements SET accepted_at = now() - interval '2 h', starts_at = now() - interval '2 h',
         ends_at = now() - interval '1 s' WHERE id = $1`,
      [agreementId],
    );
    const filter = { companyIds: [], onlyLive: false, agreementIds: [agreementId] };
    const { agreements: found } = await directory.listAgreements(world.asService('vault'), filter);
    expect(found).toMatchObject([{ status: 'ended', isLive: false }]);
  });
});

describe('listing', () => {
  it('shows an agreement to its two sides only, page by page', async () => {
    const { world, agreements } = tenancy;
    await asked('page1');
    const all = { companyId: undefined, limit: 0 };
    const [forA, forC] = [await world.as(adminOf(a)), await world.as(adminOf(c))];
    const seen: number[] = [];
    let cursor: string | undefined;
    do {
      const page = await agreements.listLinkAgreements(forA, { ...all, limit: 2, cursor });
      seen.push(...page.agreements.map(({ id }) => id));
      cursor = page.nextCursor;
    } while (cursor !== undefined);
    const whole = await agreements.listLinkAgreements(forA, all);
    expect(seen).toEqual(whole.agreements.map(({ id }) => id));
    expect(new Set(seen).size).toBe(seen.length);
    const ofC = await agreements.listLinkAgreements(forC, all);
    expect(ofC.agreements.map(({ purpose }) => purpose)).toEqual(['kyc']);
  });

  it("gives the same answer for another company's agreement as for an unknown one", async () => {
    const { world, agreements } = tenancy;
    const agreementId = await asked('hidden');
    const stranger = await world.as(adminOf(c));
    for (const call of [agreements.acceptLinkAgreement, agreements.endLinkAgreement]) {
      const hidden = await call(stranger, { id: agreementId }).catch((error: unknown) => error);
      const none = await call(stranger, { id: 999_999 }).catch((error: unknown) => error);
      expect(hidden).toMatchObject({ code: 'NOT_FOUND' });
      expect(String(hidden)).toBe(String(none));
    }
  });
});

describe('the directory', () => {
  it("returns all agreements for a system token and a company's own for a company token", async () => {
    const { world, directory } = tenancy;
    const { states } = await directory.companyStates(world.asService('vault'), { companyIds: [] });
    expect(states.map(({ companyId }) => companyId)).toEqual([a, b, c]);
    const one = await directory.companyStates(world.asService('vault', b), { companyIds: [] });
    expect(one.states).toMatchObject([{ companyId: b, status: 'active', rowVersion: 1 }]);
    const ids = { companyIds: [a, 999_999] };
    const { companies } = await directory.getCompanies(world.asService('crypto'), ids);
    expect(companies.map(({ code }) => code)).toEqual(['A']);
    const asked = await directory.getCompanies(world.asService('vault', a), { companyIds: [a, b] });
    expect(asked.companies.map(({ code }) => code)).toEqual(['A']);
    const filter = { companyIds: [], onlyLive: true, agreementIds: [] };
    const live = await directory.listAgreements(world.asService('lineage', c), filter);
    expect(live.agreements.map(({ purpose }) => purpose)).toEqual(['kyc']);
    const ofOthers = await directory.listAgreements(world.asService('lineage', c), {
      ...{ companyIds: [a], onlyLive: false, agreementIds: [] },
    });
    expect(ofOthers).toEqual({ agreements: [] });
  });
});

describe('the terms of disclosure', () => {
  it('default to those of the vault, and both companies see them', async () => {
    const { world, agreements } = tenancy;
    const asker = await world.as(adminOf(a));
    const usual = await agreements.createLinkAgreement(asker, proposal(a, b, 'usual'));
    expect(usual.agreement).toMatchObject({ disclosureDelay: 15, includesHealthData: false });
    await agreements.createLinkAgreement(asker, { ...proposal(a, b, 'quick'), disclosureDelay: 0 });
    const page = { companyId: b, limit: 0 };
    const seen = await agreements.listLinkAgreements(await world.as(adminOf(b)), page);
    expect(seen.agreements.find(({ purpose }) => purpose === 'quick')?.disclosureDelay).toBe(0);
    await expectRefusal(
      agreements.createLinkAgreement(asker, { ...proposal(a, b, 'slow'), disclosureDelay: 20_000 }),
      'INVALID_AGREEMENT',
    );
  });

  it('must include health data if a company has the healthcare tier', async () => {
    const { world, agreements, companies } = tenancy;
    const root = await world.as(SUPER);
    const setTier = (tier: string) => companies.updateCompany(root, { id: c, tier });
    await setTier('healthcare');
    await expectRefusal(agreements.createLinkAgreement(root, proposal(a, c, 'care')), 'INVALID_AGREEMENT');
    const terms = { ...proposal(a, c, 'care'), includesHealthData: true };
    const { agreement } = await agreements.createLinkAgreement(root, terms);
    expect(agreement?.isLive).toBe(true);
    await agreements.endLinkAgreement(root, { id: agreement?.id ?? 0 });
    await setTier('secondary');
  });
});
