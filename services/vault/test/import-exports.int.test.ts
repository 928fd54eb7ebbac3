import { csvChunks } from '@pii-vault/platform/core/tables/csv-chunks';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { csvOf, done, type ImportWorld, importWorld } from './import-world.ts';

let world: ImportWorld;
beforeAll(async () => {
  world = await importWorld();
});
afterAll(() => world.stop());
beforeEach(() => world.clear());

interface Exported {
  readonly id: number;
  readonly email: string;
  readonly phone: string;
}

/** An export of the list of individuals with two columns that were added in a spreadsheet. */
async function exported(rows: readonly Exported[]): Promise<string> {
  async function* pages() {
    yield rows;
  }
  const columns = {
    id: ({ id }: Exported) => id,
    masterKey: () => '0f8e3b1e-6a6b-4a3e-9a36-0f4f5f7f2a11',
    companyId: () => 7,
    companyName: () => '=Asha "Bank"',
    createdAt: () => '2026-11-21T08:00:00.000Z',
    Phone: ({ phone }: Exported) => phone,
    email: ({ email }: Exported) => email,
  };
  const chunks: string[] = [];
  for await (const chunk of csvChunks(pages(), columns)) chunks.push(chunk);
  return chunks.join('');
}

test('an export that is imported again creates no person: its ids are known and its guards are removed', async () => {
  await world.upload(csvOf(3));
  await world.process()();
  const people = await world.sql<{ id: number }>('SELECT id FROM vault.individuals ORDER BY id');
  const rows = people.map(({ id }, n) => ({ id, email: `new${n}@mail.example`, phone: `+91981234567${n}` }));
  const stranger = { id: 999_999, email: 'x@mail.example', phone: '' };
  const file = await exported([...rows, stranger]);
  expect(file).toContain(`'+919812345670`);
  const created = await world.upload(file, { mapping: '{"Phone":"phone"}' });
  expect(created.summary.status).toBe('queued');
  await world.process()();
  expect(await world.errors(created)).toEqual(['4 id NOT_FOUND']);
  expect(await world.summary(created)).toEqual({ ...done, processed: 4, accepted: 3, rejected: 1 });
  expect(await world.people()).toEqual({ people: 3, versions: 6, externalIds: 3 });
});
