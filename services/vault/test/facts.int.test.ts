import type { Ctx } from '@pii-vault/platform/core/context/ctx';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { ASHA, consent, type VaultWorld, vaultWorld } from './vault-world.ts';

let world: VaultWorld;
let owner: Ctx;
beforeAll(async () => {
  world = await vaultWorld();
  owner = await world.user([1, 2, 3]);
});
afterAll(() => world.stop());
beforeEach(() => world.forgetPeople());

const PROOF = { noticeVersion: '1', language: 'en', channel: 'web' };

async function person(companyId: number, terms: object = {}, fields: Record<string, string> = ASHA) {
  const created = await world.records.createRecord(owner, {
    companyId,
    consentDetails: { ...consent(), ...terms },
    fields,
    externalId: undefined,
    individualId: undefined,
  });
  return created.individualId;
}

const dataFacts = (companyId: number) =>
  world.facts.getDataFacts(world.asService('compliance', companyId), { companyId });

describe('facts of data', () => {
  it('count active fields, and those whose consent has no proof', async () => {
    await person(1, PROOF);
    await person(1, { ...PROOF, language: undefined }, { name: 'Ravi Das', dob: '2015-04-01' });
    expect(await dataFacts(1)).toMatchObject({ fields: 8, fieldsWithoutProof: 2, floorDays: 365 });
    expect(await dataFacts(3)).toMatchObject({ fields: 0, fieldsWithoutProof: 0 });
  });

  it('count fields kept without a consent that covers them, and expired fields', async () => {
    const individualId = await person(2, PROOF);
    const withdraw = (purpose: string) =>
      world.consents.withdrawConsent(owner, { companyId: 2, individualId, purpose, fieldTypes: [] });
    await withdraw('kyc');
    await world.sql(
      "UPDATE vault.consents SET recorded_at = now() - interval '31 days' WHERE company_id = 2",
    );
    expect((await dataFacts(2)).fieldsWithoutPurpose).toBe(0);
    await withdraw('support');
    expect((await dataFacts(2)).fieldsWithoutPurpose).toBe(0);
    await world.sql(
      "UPDATE vault.consents SET recorded_at = now() - interval '31 days' WHERE company_id = 2",
    );
    await world.sql(
      `UPDATE vault.pii_fields SET retention_expiry = now() - interval '2 days'
       WHERE company_id = 2 AND field_type IN (1, 2)`,
    );
    expect(await dataFacts(2)).toMatchObject({ fieldsWithoutPurpose: 6, fieldsPastRetention: 2 });
  });

  it('count sealed people, those that are due, and early destruction', async () => {
    const individualId = await person(2, PROOF);
    await world.erasures.eraseIndividual(owner, { companyId: 2, individualId, reason: 'asked for' });
    expect(await dataFacts(2)).toMatchObject({ sealed: 1, sealedShort: 0, sealedOverdue: 0 });
    await world.sql("UPDATE vault.erasures SET shred_at = now() - interval '2 days' WHERE company_id = 2");
    expect(await dataFacts(2)).toMatchObject({ sealed: 1, sealedShort: 1, sealedOverdue: 1 });
    await world.sql(
      `UPDATE vault.erasures SET shredded_at = now() - interval '2 days', destroyed = '{}' WHERE company_id = 2`,
    );
    const after = { sealed: 0, shredded: 1, shreddedEarly: 1, shreddedUncertified: 1 };
    expect(await dataFacts(2)).toMatchObject(after);
  });
});

describe('the verdict on a reveal', () => {
  const judge = async (individualId: number, purpose: string, at = new Date(), fieldNames = ['pan']) =>
    (
      await world.facts.judgeReveals(world.asService('compliance', 3), {
        companyId: 3,
        reveals: [{ individualId, purpose, at, fieldNames }],
      })
    ).verdicts[0];

  it('follows the consent at the time of the reveal', async () => {
    const individualId = await person(3);
    expect(await judge(individualId, 'kyc')).toBe('covered');
    expect(await judge(individualId, 'support')).toBe('covered');
    expect(await judge(individualId, 'marketing')).toBe('outside_purpose');
    const request = { companyId: 3, individualId, purpose: 'kyc', fieldTypes: ['pan'] };
    await world.consents.withdrawConsent(owner, request);
    const minutesOn = (minutes: number) => new Date(Date.now() + minutes * 60_000);
    expect(await judge(individualId, 'kyc', minutesOn(14))).toBe('covered');
    expect(await judge(individualId, 'kyc', minutesOn(16))).toBe('after_withdrawal');
    expect(await judge(individualId, 'support', minutesOn(16))).toBe('covered');
    expect(await judge(individualId, 'kyc', minutesOn(16), ['name'])).toBe('covered');
    expect(await judge(999_999, 'kyc')).toBe('gone');
  });
});

it('a company has its people, also after they were erased, and none of another company', async () => {
  const individualId = await person(1);
  const has = async (companyId: number, id = individualId) =>
    (
      await world.facts.hasPerson(world.asService('compliance', companyId), {
        companyId,
        individualId: id,
      })
    ).hasPerson;
  expect([await has(1), await has(2), await has(1, 999_999)]).toEqual([true, false, false]);
  await world.erasures.eraseIndividual(owner, { companyId: 1, individualId, reason: 'On request' });
  expect(await has(1)).toBe(true);
});

describe('the sample of children', () => {
  it('finds children without a guardian, under one entry that shows no value', async () => {
    const sample = async () => {
      const asked = { companyId: 1, size: 500 };
      return await world.facts.sampleChildren(world.asService('compliance', 1), asked);
    };
    expect(await sample()).toEqual({ sampled: 2, children: 1, childrenWithoutGuardian: 1 });
    await person(1, { ...PROOF, channel: 'guardian' }, { name: 'Mira Das', dob: '2016-04-01' });
    expect(await sample()).toEqual({ sampled: 3, children: 2, childrenWithoutGuardian: 1 });
    // A job may write the end of an erasure meanwhile.
    const work = (await world.entries()).filter(({ action }) => action === 'data_work');
    expect(work.at(-1)).toMatchObject({
      companyId: 1,
      fieldNames: ['dob'],
      ticket: 'work',
      objectIds: { job: 'sample_children' },
      counts: { individuals: 3, values: 3 },
    });
  });
});
