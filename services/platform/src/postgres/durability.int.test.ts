import { afterAll, beforeAll, expect, it } from 'vitest';
import { type TestDatabase, testDatabase } from '../testing/postgres.ts';
import { requireDurability } from './durability.ts';
import { PLATFORM_MIGRATIONS } from './migrate.ts';

let test: TestDatabase;
beforeAll(async () => {
  test = await testDatabase('vault', PLATFORM_MIGRATIONS);
});
afterAll(() => test.drop());

it('refuses a server that can lose commits in a power failure, and names the settings', async () => {
  // The test server runs without durability.
  await expect(requireDurability(test.db, 'own')).rejects.toMatchObject({
    reason: 'DATABASE_NOT_DURABLE',
    message: expect.stringContaining('fsync, full_page_writes, synchronous_commit must not be off'),
  });
});

it('checks with the login that writes, because settings of its database apply', async () => {
  await test.sql(`ALTER DATABASE ${test.bus.address.database} SET synchronous_commit = remote_write`);
  const later = test.open('vault');
  await expect(requireDurability(later, 'own')).rejects.toThrow(/: fsync, full_page_writes must/);
  // Managed storage replaces the settings of the server's disk; the others are required.
  await expect(requireDurability(later, 'managed')).resolves.toBeUndefined();
  await expect(requireDurability(test.db, 'managed')).rejects.toThrow(/: synchronous_commit must/);
});

it('accepts a server that keeps acknowledged commits', async () => {
  await expect(
    requireDurability({ statement: async () => [], system: async () => [] as never }, 'own'),
  ).resolves.toBeUndefined();
});
