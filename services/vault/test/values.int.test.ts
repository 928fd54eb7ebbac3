import type { Ctx } from '@pii-vault/platform/core/context/ctx';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { consent, type VaultWorld, vaultWorld } from './vault-world.ts';

let world: VaultWorld;
let owner: Ctx;
beforeAll(async () => {
  world = await vaultWorld({ VAULT_SEARCHES_PER_MINUTE: '1000' });
  owner = await world.user([1]);
});
afterAll(() => world.stop());

const EXTERNAL_ID = 'externalId';
const record = (type: string, value: string) => ({
  fields: { name: 'Asha Rao', ...(type === EXTERNAL_ID ? {} : { [type]: value }) },
  externalId: type === EXTERNAL_ID ? value : undefined,
});
const create = (type: string, value: string) =>
  world.records.createRecord(owner, {
    companyId: 1,
    consentDetails: consent(),
    individualId: undefined,
    ...record(type, value),
  });
const batch = (type: string, value: string) =>
  world.records.createRecords(owner, {
    companyId: 1,
    consentDetails: consent(),
    records: [record(type, value)],
  });
const search = (fieldType: string, value: string) =>
  world.search.searchPii(owner, { companyId: 1, fieldType, value, purpose: 'kyc' });
const list = (externalId: string) =>
  world.individuals.listIndividuals(owner, {
    companyId: 1,
    externalId,
    purpose: 'kyc',
    limit: 10,
    cursor: undefined,
    sort: undefined,
    search: undefined,
    quality: undefined,
    includeExternalIds: false,
    forExport: false,
  });

/** Type, an invalid value, and words of the message. */
const refused: [type: string, value: string, words: string][] = [
  ['aadhaar', '123412341234', 'begins with 0 or 1'],
  ['aadhaar', 'XXXX-XXXX-2346', 'is a mask'],
  ['aadhaar', '2.34123E+11', 'scientific notation'],
  ['pan', 'ABCDE1234F', 'no type of holder'],
  ['pan', 'ABCPK0000F', 'no PAN has 0000'],
  ['pan', 'XXXXX234F', 'is a mask'],
  ['email', 'as***@firma.in', 'is a mask'],
  ['phone', 'XXXXX45670', 'is a mask'],
  ['phone', '98123 45670 ext 4', 'has an extension'],
  ['bank_account', 'XXXXXXX9012', 'is a mask'],
  ['bank_account', '123456789012.0', 'ends in .0'],
  ['other_id', 'XXXX-MASKED', 'is a mask'],
  ['other_id', 'n/a', 'stands for a missing value'],
  [EXTERNAL_ID, 'XXXX-MASKED', 'is a mask'],
  [EXTERNAL_ID, '1.23457E+11', 'scientific notation'],
  [EXTERNAL_ID, 'NULL', 'stands for a missing value'],
  [EXTERNAL_ID, 'A\u202e1', 'U+202E RIGHT-TO-LEFT OVERRIDE'],
];

describe.each(refused)('%s %j', (type, value, words) => {
  const problem = { reason: 'FIELD_INVALID', details: [{ message: expect.stringContaining(words) }] };

  it('is refused by create, batch and search with the message of its type', async () => {
    await expect(create(type, value)).rejects.toMatchObject(problem);
    const { results } = await batch(type, value);
    expect(JSON.stringify(results)).toContain(words);
    expect(results).toHaveLength(1);
    await expect(search(type, value)).rejects.toMatchObject(problem);
    if (type === EXTERNAL_ID)
      await expect(list(value)).rejects.toMatchObject({
        reason: 'EXTERNAL_ID_INVALID',
        details: [{ message: expect.stringContaining(words) }],
      });
  });
});

it.each([
  ['aadhaar', '234123412346', '\u202a2341\u00a02341–2346\u202c'],
  ['pan', 'ABCPK1234F', 'abcpk\u20111234\u200bf'],
  ['phone', '+919812345671', 'tel:+91-98123-45671'],
  ['email', 'asha@xn--bcher-kva.in', 'ASHA@bücher.IN'],
  ['bank_account', '123456789013', '1234\u20095678−9013'],
  ['other_id', 'VOTER-42', '\ufeffVOTER\u201342'],
  [EXTERNAL_ID, 'CUST-42 B', 'CUST—42\u00a0B\u00ad'],
])('a %s is found in every form that people type', async (type, value, pasted) => {
  const { individualId } = await create(type, value);
  for (const typed of [value, pasted]) {
    const { results } = await search(type, typed);
    expect(
      results.map((hit) => hit.individualId),
      typed,
    ).toEqual([individualId]);
  }
});

it('an external id is the same in every form that people type', async () => {
  await create(EXTERNAL_ID, 'SAME 1-2');
  for (const typed of ['SAME 1-2', 'SAME\u00a01-2', 'SAME 1–2', '\u200eSAME 1-2'])
    await expect(create(EXTERNAL_ID, typed)).rejects.toMatchObject({ reason: 'EXTERNAL_ID_EXISTS' });
});
