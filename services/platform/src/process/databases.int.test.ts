import { afterAll, beforeAll, expect, it } from 'vitest';
import { PLATFORM_MIGRATIONS } from '../db/migrate.ts';
import { silentLogger } from '../log/log.ts';
import { type TestDatabase, testDatabase } from '../testing/postgres.ts';
import { databasesAnswer } from './databases.ts';

let test: TestDatabase;
beforeAll(async () => {
  test = await testDatabase('vault', PLATFORM_MIGRATIONS);
});
afterAll(() => test.drop());

const answer = (environment: 'development' | 'production') =>
  databasesAnswer(test.services, { process: { environment, databaseStorage: 'own' } }, silentLogger());

it('waits in production for a server that keeps what it acknowledged; elsewhere one that answers will do', async () => {
  await expect(answer('development')).resolves.toBeUndefined();
  // As tests run it: nothing there has to outlive them.
  await expect(answer('production')).rejects.toMatchObject({ reason: 'DATABASE_NOT_DURABLE' });
});
