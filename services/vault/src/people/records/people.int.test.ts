import type { FieldType } from '@pii-vault/platform/domain/field-types/field-type';
import { type TestDatabase, testDatabase } from '@pii-vault/platform/testing/postgres';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { userCtx } from '../../../test/contexts.ts';
import { FakeCrypto } from '../../../test/fake-crypto.ts';
import type { ConsentDetails } from '../../consents/consent.ts';
import { CompanyKeys } from '../../keys/company-keys/company-keys.ts';
import { RandomPool } from '../../keys/envelope/random-pool.ts';
import { AuditWriter } from '../../reveals/audit-ticket.ts';
import { DecryptCounter } from '../../reveals/decrypt-counter.ts';
import { Decryptor, openPersonKey } from '../../reveals/decryptor.ts';
import { IdPool } from '../ids/id-pool.ts';
import { SealingPool } from '../sealing-threads/sealing-pool.ts';
import type { PersonInput, PersonWritten } from './person.ts';
import { RecentWriteCache } from './recent-write-cache.ts';
import { createWritePeople } from './write-people.ts';

const ctx = userCtx([1, 2]);
const crypto = new FakeCrypto();
const keys = new CompanyKeys(crypto, () => ctx);
const random = new RandomPool();
const writePeople = createWritePeople({
  keys,
  random,
  individualIds: new IdPool('individual_ids'),
  fieldIds: new IdPool('field_ids'),
  sealing: new SealingPool(1),
  fresh: new RecentWriteCache(),
});
const consent: ConsentDetails = { purpose: 'kyc', date: new Date(), alsoFor: ['support'] };
const asha: readonly [FieldType, string][] = [
  ['name', 'Asha Rao'],
  ['pan', 'ABCPR1234F'],
  ['email', 'asha@example.in'],
  ['phone', '+919876543201'],
];
const person = (values = asha, rest: Partial<PersonInput> = {}): PersonInput => ({
  values: new Map(values),
  ...rest,
});
const ALL_TYPES = 0x7fe;

let database: TestDatabase;
let writer: AuditWriter;
const counter = new DecryptCounter();
const decryptor = new Decryptor(counter);

beforeAll(async () => {
  database = await testDatabase('vault', new URL('../../../migrations/', import.meta.url));
  writer = new AuditWriter(database.db);
});
afterAll(() => database.drop());

const write = (
  people: readonly PersonInput[],
  options: { company?: number; onExisting?: 'reject' | 'update' } = {},
) => {
  const companyId = options.company ?? 1;
  return database.db.tenant({ companies: [companyId] }, (tx) =>
    writePeople(tx, ctx, { companyId, consent, onExisting: options.onExisting ?? 'reject' }, people),
  );
};
const written = async (input: PersonInput, company = 1): Promise<PersonWritten> => {
  const [result] = await write([input], { company });
  if (result === undefined || result.status === 'rejected') throw new Error(`not written: ${result?.reason}`);
  return result;
};

async function reveal(individualId: number, purpose: string | undefined, company = 1) {
  const wanted = { companyId: company, individualId, purpose, types: ALL_TYPES, wantsDetail: true };
  const [found] = await writer.openPeople(ctx, [wanted]);
  if (found === undefined) return undefined;
  const key = await openPersonKey(keys, found.person);
  const values: Record<string, string> = {};
  for (const field of found.person.fields) {
    const ticket = field.refusal === undefined ? (found.reveal ?? found.view) : undefined;
    if (ticket?.permits(company, individualId, field.type) === true) {
      values[field.type] = decryptor.open(
        ticket,
        key,
        { fieldType: field.type, version: field.version },
        field.ciphertext,
      );
    }
  }
  return { ...found, values };
}

describe('writing and reading people', () => {
  it('separates companies, also in the same batch', async () => {
    const one = await written(person());
    const two = await written(person([['name', 'Bela Sen']]), 2);
    const [mine, foreign, theirs] = await Promise.all([
      reveal(one.individualId, 'kyc', 1),
      reveal(one.individualId, 'kyc', 2),
      reveal(two.individualId, 'kyc', 2),
    ]);
    expect(mine?.values.name).toBe('Asha Rao');
    expect(foreign).toBeUndefined();
    expect(theirs?.values.name).toBe('Bela Sen');
  });

  it('refuses a ciphertext that SQL moved to another person', async () => {
    const [one, two] = [await written(person()), await written(person([['pan', 'ABCPS1234K']]))];
    await database.sql(
      `UPDATE vault.pii_fields t SET ciphertext = s.ciphertext FROM vault.pii_fields s
       WHERE t.individual_id = $1 AND t.field_type = 2 AND s.individual_id = $2 AND s.field_type = 2`,
      [one.individualId, two.individualId],
    );
    await expect(reveal(one.individualId, 'kyc')).rejects.toMatchObject({
      code: 'DATA_LOSS',
      reason: 'DATA_INTEGRITY',
    });
    await database.sql(
      `UPDATE vault.data_keys t SET wrapped = s.wrapped, commitment = s.commitment FROM vault.data_keys s
       WHERE t.individual_id = $1 AND s.individual_id = $2`,
      [one.individualId, two.individualId],
    );
    await expect(reveal(one.individualId, 'kyc')).rejects.toMatchObject({ reason: 'DATA_INTEGRITY' });
  });
});

describe('corrections and external ids', () => {
  it('an import applies rows of one external id in order', async () => {
    const results = await write(
      [
        person(asha, { externalId: 'C-9' }),
        person(asha, { externalId: 'C-9' }),
        person([['name', 'Asha Rao Iyer']], { externalId: 'C-9' }),
      ],
      { onExisting: 'update' },
    );
    expect(results.map((one) => one.status)).toEqual(['created', 'unchanged', 'updated']);
    const [first] = results;
    if (first?.status !== 'created') throw new Error('not created');
    expect((await reveal(first.individualId, 'kyc'))?.values.name).toBe('Asha Rao Iyer');
  });

  it('corrections of one person at the same time all take effect, one after the other', async () => {
    const { individualId } = await written(person());
    const names = ['Asha A', 'Asha B', 'Asha C', 'Asha D'];
    await Promise.all(names.map((name) => write([person([['name', name]], { individualId })])));
    const [row] = await database.sql<{ versions: number; active: number; record_version: number }>(
      `SELECT count(*)::int AS versions, count(*) FILTER (WHERE state = 1)::int AS active,
        (SELECT record_version FROM vault.individuals WHERE id = $1) AS record_version
       FROM vault.pii_fields WHERE individual_id = $1 AND field_type = 5`,
      [individualId],
    );
    expect(row).toEqual({ versions: 5, active: 1, record_version: 5 });
  });
});
