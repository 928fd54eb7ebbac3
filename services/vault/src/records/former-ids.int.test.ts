import { type TestDatabase, testDatabase } from '@pii-vault/platform/testing/postgres';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { userCtx } from '../../test/contexts.ts';
import { FakeCrypto } from '../../test/fake-crypto.ts';
import { RandomPool } from '../envelope/random-pool.ts';
import { RecentWriteCache } from '../features/recent-write-cache.ts';
import { IdPool } from '../ids/id-pool.ts';
import { CompanyKeys } from '../keys/company-keys.ts';
import { SealingPool } from '../sealing-threads/sealing-pool.ts';
import { findHolders } from '../search/search-store.ts';
import { validatePerson } from './validate-person.ts';
import { createWritePeople } from './write-people.ts';

const ctx = userCtx([1]);
const keys = new CompanyKeys(new FakeCrypto(), () => ctx);
const writePeople = createWritePeople({
  keys,
  random: new RandomPool(),
  individualIds: new IdPool('individual_ids'),
  fieldIds: new IdPool('field_ids'),
  sealing: new SealingPool(1),
  fresh: new RecentWriteCache(),
});
const options = { companyId: 1, consent: { purpose: 'kyc', date: new Date(), alsoFor: [] } };

let database: TestDatabase;
beforeAll(async () => {
  database = await testDatabase('vault', new URL('../../migrations/', import.meta.url));
});
afterAll(() => database.drop());

type Input = Parameters<typeof writePeople>[3][number];

async function write(person: Input | undefined, onExisting: 'reject' | 'update') {
  if (person === undefined) throw new Error('refused');
  const [result] = await database.db.tenant({ companies: [1] }, (tx) =>
    writePeople(tx, ctx, { ...options, onExisting }, [person]),
  );
  return result;
}
/** As a version stored it that only trimmed external ids. */
const storedBefore = (externalId: string) =>
  write({ values: new Map([['name', 'Asha Rao']]), externalId }, 'reject');
const givenNow = (externalId: string) => validatePerson({ name: 'Asha Rao Kumar' }, externalId).person;

it.each([
  ['a no-break blank', 'CUST\u00a042', 'CUST 42'],
  ['a typographic dash', 'A–1', 'A-1'],
  ['what does not show, when it is given so again', 'B\u200b1\u200e', 'B\u200b1\u200e'],
  ['nothing special', 'C1', '\u00a0C1'],
])('a person whose id was stored with %s is found and gets the form of today', async (_what, before, now) => {
  const old = await storedBefore(before);
  expect(await write(givenNow(now), 'reject')).toMatchObject({ reason: 'EXTERNAL_ID_EXISTS' });
  const individualId = old?.status === 'created' ? old.individualId : 0;
  expect(await write(givenNow(now), 'update')).toMatchObject({ status: 'updated', individualId });
  expect(await write(givenNow(now), 'update')).toMatchObject({ status: 'unchanged', individualId });
  const value = givenNow(now)?.externalId ?? '';
  const holders = await database.db.tenant({ companies: [1] }, async (tx) =>
    findHolders(tx, await keys.indexKeys(1), 1, 'external_id', [{ value }]),
  );
  expect(holders.get(value)).toEqual([individualId]);
  const rows = await database.sql<{ versions: number[] }>(
    `SELECT array_agg(normaliser_version::int) AS versions FROM vault.search_index
     WHERE individual_id = $1 AND field_type = 10`,
    [individualId],
  );
  expect(rows).toEqual([{ versions: [2] }]);
});
