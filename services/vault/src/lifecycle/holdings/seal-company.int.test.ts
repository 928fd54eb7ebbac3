import { type TestDatabase, testDatabase } from '@pii-vault/platform/testing/postgres';
import { afterAll, beforeAll, expect, it, vi } from 'vitest';
import { sealCompany } from './seal-company.ts';

let test: TestDatabase;

beforeAll(async () => {
  test = await testDatabase('vault', new URL('../../../migrations/', import.meta.url));
});
afterAll(async () => test?.drop());

const WAITING = `SELECT FROM pg_locks WHERE locktype = 'advisory' AND NOT granted
  AND database = (SELECT oid FROM pg_database WHERE datname = current_database())`;

/** Creates a person of the company, and commits only when the test calls `commit`. */
function slowWrite(companyId: number, id: number) {
  const inserted = Promise.withResolvers<void>();
  const go = Promise.withResolvers<void>();
  const written = test.db.tenant({ companies: [companyId] }, async (tx) => {
    await tx.query(
      `INSERT INTO individuals (company_id, id, master_key) VALUES ($1::bigint, $2::bigint, gen_random_uuid())`,
      [companyId, id],
    );
    inserted.resolve();
    await go.promise;
  });
  return { inserted: inserted.promise, commit: go.resolve, written };
}

it('waits for a running write and counts it', async () => {
  const write = slowWrite(1, 7);
  await write.inserted;
  const sealing = sealCompany({ db: test.db })(1);
  await vi.waitUntil(async () => (await test.sql(WAITING)).length === 1, { timeout: 60_000 });
  write.commit();
  await write.written;
  expect(await sealing).toEqual({ sealed: false, individuals: 1, imports: 0 });
});

it('does not block writes of other companies, and blocks new writes of the sealed company', async () => {
  const other = slowWrite(3, 8);
  await other.inserted;
  expect(await sealCompany({ db: test.db })(2)).toMatchObject({ sealed: true });
  const refused = slowWrite(2, 9);
  await expect(refused.written).rejects.toMatchObject({ code: 'ABORTED' });
  other.commit();
  await other.written;
});
