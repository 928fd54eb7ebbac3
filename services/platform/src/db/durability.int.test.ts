import { afterAll, beforeAll, expect, it } from 'vitest';
import { type TestDatabase, testDatabase } from '../testing/postgres.ts';
import { requireDurability } from './durability.ts';
import { PLATFORM_MIGRATIONS } from './migrate.ts';

let test: TestDatabase;
beforeAll(async () => {
  test = await testDatabase('vault', PLATFORM_MIGRATIONS);
});
afterAll(() => test.drop());

it('refuses a server that loses commits with the power, and says what it is set to', async () => {
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
  // Whose storage is managed is asked for the rest alone.
  await expect(requireDurability(later, 'managed')).resolves.toBeUndefined();
  await expect(requireDurability(test.db, 'managed')).rejects.toThrow(/: synchronous_commit must/);
});

it('takes a server that keeps what it acknowledged', async () => {
  await expect(
    requireDurability({ statement: async () => [], system: async () => [] as never }, 'own'),
  ).resolves.toBeUndefined();
});
