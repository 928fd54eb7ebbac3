import { FIELD_CODES, type FieldType } from '@pii-vault/platform/domain/field-types/field-type';
import { type TestDatabase, testDatabase } from '@pii-vault/platform/testing/postgres';
import fc from 'fast-check';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { userCtx } from '../../test/contexts.ts';
import { AuditWriter } from '../reveals/audit-ticket.ts';
import { refusalOf } from './coverage.ts';

/** The SQL of reveal_people and the rule in coverage.ts must decide the same for any history. */

let database: TestDatabase;
let writer: AuditWriter;
const now = Date.now();
const hours = (n: number) => new Date(now + n * 3_600_000);

beforeAll(async () => {
  database = await testDatabase('vault', new URL('../../migrations/', import.meta.url));
  writer = new AuditWriter(database.db);
});
afterAll(() => database.drop());

const purpose = fc.constantFrom('kyc', 'fraud', 'support');
const type = fc.constantFrom<FieldType>('pan', 'email', 'name');
const moment = fc.option(fc.constantFrom(hours(-2), hours(2)), { nil: null });
const entry = fc.record({
  isWithdrawal: fc.boolean(),
  purpose,
  alsoFor: fc.uniqueArray(purpose, { maxLength: 2 }),
  expiresAt: moment,
  isDated: fc.boolean(),
  givenAt: fc.constantFrom(hours(-4), hours(-3), hours(-2)),
  typeMask: fc.constantFrom(0, 1 << FIELD_CODES.pan, (1 << FIELD_CODES.email) | (1 << FIELD_CODES.name)),
});
const history = fc.record({
  entries: fc.array(entry, { minLength: 1, maxLength: 7 }),
  fields: fc.uniqueArray(fc.record({ type, consentSeq: fc.integer({ min: 0, max: 5 }), retention: moment }), {
    selector: (field) => field.type,
    minLength: 1,
  }),
  asked: purpose,
});

type Generated = typeof history extends fc.Arbitrary<infer T> ? T : never;

let nextId = 1;

async function store(one: Generated): Promise<number> {
  const id = nextId++;
  await database.sql(
    'INSERT INTO vault.individuals (company_id, id, master_key) VALUES (1, $1, gen_random_uuid())',
    [id],
  );
  for (const [n, row] of one.entries.entries()) {
    await database.sql(
      `INSERT INTO vault.consents (company_id, individual_id, seq, is_withdrawal, purpose, also_for, expires_at, type_mask, given_at, is_dated)
       VALUES (1, $1, $2, $3, $4, $5, $6, $7, $8, $9)`,
      [
        id,
        n + 1,
        row.isWithdrawal,
        row.purpose,
        row.alsoFor,
        row.expiresAt,
        row.typeMask,
        row.givenAt,
        row.isDated,
      ],
    );
  }
  for (const field of one.fields) {
    await database.sql(
      `INSERT INTO vault.pii_fields (company_id, individual_id, field_type, version, id, consent_seq, value_mac, ciphertext, retention_expiry)
       VALUES (1, $1, $2, 1, $1, $3, decode(repeat('00', 16), 'hex'), '\\x00', $4)`,
      [id, FIELD_CODES[field.type], field.consentSeq, field.retention],
    );
  }
  return id;
}

it('SQL and rule agree on every field of every history', async () => {
  const seen = new Set<string>();
  await fc.assert(
    fc.asyncProperty(history, async (one) => {
      const individualId = await store(one);
      const wanted = { companyId: 1, individualId, purpose: one.asked, types: 0x7fe, wantsDetail: true };
      const [opened] = await writer.openPeople(userCtx([1]), [wanted]);
      if (opened === undefined) throw new Error('not there');
      for (const field of opened.person.fields) {
        const expected = refusalOf(opened.person.consents, field, one.asked, new Date());
        expect(field.refusal).toBe(expected);
        seen.add(expected ?? 'covered');
      }
      const [bare] = await writer.openPeople(userCtx([1]), [{ ...wanted, wantsDetail: false }]);
      expect(bare?.person).toEqual({ ...opened.person, consents: [] });
    }),
    { numRuns: 300 },
  );
  expect([...seen].sort()).toEqual([
    'CONSENT_EXPIRED',
    'CONSENT_WITHDRAWN',
    'PURPOSE_NOT_COVERED',
    'RETENTION_EXPIRED',
    'covered',
  ]);
});

it('SQL decides a history of 12,000 entries at once', async () => {
  const id = nextId++;
  await database.sql(
    'INSERT INTO vault.individuals (company_id, id, master_key) VALUES (1, $1, gen_random_uuid())',
    [id],
  );
  // Each consent is dated before each withdrawal, so that every withdrawal applies to every later consent.
  await database.sql(
    `INSERT INTO vault.consents (company_id, individual_id, seq, is_withdrawal, purpose, also_for, type_mask, given_at, is_dated)
     SELECT 1, $1, n, n % 2 = 0, 'kyc', '{}', 0, now() - CASE WHEN n % 2 = 0 THEN interval '1 hour' ELSE interval '2 hours' END, true
     FROM generate_series(1, 12000) AS n`,
    [id],
  );
  await database.sql(
    `INSERT INTO vault.pii_fields (company_id, individual_id, field_type, version, id, consent_seq, value_mac, ciphertext)
     VALUES (1, $1, $2, 1, $1, 1, decode(repeat('00', 16), 'hex'), '\\x00')`,
    [id, FIELD_CODES.pan],
  );
  const wanted = { companyId: 1, individualId: id, purpose: 'kyc', types: 0x7fe, wantsDetail: false };
  const [opened] = await writer.openPeople(userCtx([1]), [wanted]);
  expect(opened?.person.fields[0]?.refusal).toBe('CONSENT_WITHDRAWN');
}, 15_000);
