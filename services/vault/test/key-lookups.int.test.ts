import type { Tx } from '@pii-vault/platform/postgres/database';
import { withTraceparent } from '@pii-vault/platform/postgres/single-statement';
import { type TestDatabase, testDatabase } from '@pii-vault/platform/testing/postgres';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { findField, readSealedFields } from '../src/people/fields/fields-store.ts';
import { fieldIdOf } from '../src/people/ids/field-id.ts';
import { lockPeople } from '../src/people/records/locked-person.ts';
import { readForReveal } from '../src/reveals/reveal-store.ts';

const KNOWN = 1;
const NEW = 2;
let test: TestDatabase;

/** Inserts people with a data key and two fields each; ids continue from company to company. */
async function fill(companyId: number, people: number): Promise<void> {
  const of = `generate_series(${companyId * 100_000} + 1, ${companyId * 100_000} + ${people}) AS id`;
  await test.sql(`INSERT INTO vault.individuals (company_id, id, master_key, data_key_version)
    SELECT ${companyId}, id, gen_random_uuid(), 1 FROM ${of}`);
  await test.sql(`INSERT INTO vault.data_keys (company_id, individual_id, version, field_key_version, wrapped, commitment)
    SELECT ${companyId}, id, 1, 1, decode(repeat('00', 60), 'hex'), decode(repeat('00', 32), 'hex') FROM ${of}`);
  await test.sql(`INSERT INTO vault.pii_fields
      (company_id, individual_id, field_type, version, id, consent_seq, value_mac, ciphertext)
    SELECT ${companyId}, id, type, 1, id * 10 + type, 1, decode(repeat('00', 16), 'hex'), decode(repeat('00', 64), 'hex')
    FROM ${of}, generate_series(1, 2) AS type`);
}

beforeAll(async () => {
  test = await testDatabase('vault', new URL('../migrations/', import.meta.url));
  await fill(KNOWN, 3_000);
  await test.sql('ANALYZE vault.individuals, vault.data_keys, vault.pii_fields');
  await fill(NEW, 3_000);
});
afterAll(() => test?.drop());

/** How many rows `work` reads, from tables and by index. */
async function touchedBy<T>(
  work: (tx: Tx) => Promise<T>,
  companyId = NEW,
): Promise<{ result: T; touched: number }> {
  return await test.db.tenant({ companies: [companyId] }, async (tx) => {
    const read = async () => {
      const [row] = await tx.query<{ n: number }>(
        `SELECT sum(seq_tup_read + idx_tup_fetch)::int AS n FROM pg_stat_xact_user_tables WHERE schemaname = 'vault'`,
      );
      return row?.n ?? 0;
    };
    // PostgreSQL may report earlier reads of this connection late, as reads of this transaction.
    const before = await read();
    const result = await work(tx);
    return { result, touched: (await read()) - before };
  });
}

describe('a company without planner statistics', () => {
  it.each([
    ['the sequence', NEW * 1_000_000 + 7 * 10 + 1],
    ['its person and type', fieldIdOf(NEW * 100_000 + 7, 'aadhaar')],
  ])('has a field found by key when its id is from %s', async (_what, id) => {
    const of = [NEW * 100_000 + 7, 1];
    await test.sql('UPDATE vault.pii_fields SET id = $3 WHERE individual_id = $1 AND field_type = $2', [
      ...of,
      id,
    ]);
    const found = await touchedBy((tx) => findField(tx, [NEW, KNOWN], id));
    expect(found.result).toMatchObject({ companyId: NEW, individualId: of[0], type: 'aadhaar' });
    expect(found.touched).toBeLessThan(20);
  });

  it('is read by key: the work grows with the people asked for, not with the company', async () => {
    const ids = Array.from({ length: 50 }, (_, n) => NEW * 100_000 + 1 + n);
    const work = await touchedBy((tx) => readSealedFields(tx, NEW, ids, 0xffff));
    expect(work.result).toHaveLength(100);
    expect(work.touched).toBeLessThan(1_000);
  });

  it.each([KNOWN, NEW])('company %i is locked for a change and revealed by key too', async (companyId) => {
    const ids = Array.from({ length: 50 }, (_, n) => companyId * 100_000 + 1 + n);
    const held = await touchedBy((tx) => lockPeople(tx, companyId, ids), companyId);
    expect(held.result.size).toBe(50);
    expect(held.touched).toBeLessThan(1_500);
    const wanted = { companyId, purpose: 'kyc', types: 0x7fe, wantsDetail: true, entry: Buffer.alloc(0) };
    const items = ids.map((individualId) => ({ ...wanted, individualId }));
    const revealed = await touchedBy(
      (tx) => readForReveal({ statement: (one) => tx.query(withTraceparent(one)) }, items),
      companyId,
    );
    expect(revealed.result.every((person) => person?.fields.length === 2)).toBe(true);
    expect(revealed.touched).toBeLessThan(1_500);
  });
});
