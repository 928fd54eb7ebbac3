import { afterAll, beforeAll, expect, it } from 'vitest';
import { type TestDatabase, testDatabase } from '../testing/postgres.ts';
import { requireDurability } from './durability.ts';
import { PLATFORM_MIGRATIONS } from './migrate.ts';

let test: TestDatabase;
beforeAll(async () => {
  test = await testDatabase('vault', PLATFORM_MIGRATIONS);
});
afterAll(() => test.drop());

it('refuses a server that loses commits in a power cut, and names its settings', async () => {
  // As tests run it: nothing there has to outlive them.
  await expect(requireDurability(test.db, 'own')).rejects.toMatchObject({
    reason: 'DATABASE_NOT_DURABLE',
    message: expect.stringContaining('fsync, full_page_writes, synchronous_commit must not be off'),
  });
});

it('asks as the login that writes: what its database is set to counts', async () => {
  await test.sql(`ALTER DATABASE ${test.bus.address.database} SET synchronous_commit = remote_write`);
  const later = test.open('vault');
  await expect(requireDurability(later, 'own')).rejects.toThrow(/: fsync, full_page_writes must/);
  // With managed storage only the other settings are required.
  await expect(requireDurability(later, 'managed')).resolves.toBeUndefined();
  await expect(requireDurability(test.db, 'managed')).rejects.toThrow(/: synchronous_commit must/);
});

it('accepts a server that keeps acknowledged commits', async () => {
  await expect(
    requireDurability({ statement: async () => [], system: async () => [] as never }, 'own'),
  ).resolves.toBeUndefined();
});
