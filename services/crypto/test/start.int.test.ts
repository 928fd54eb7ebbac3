import { rename } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { localFixture } from './key-store-fixture.ts';
import { startSuite } from './start-suite.ts';
import { useCaseWorld } from './use-case-world.ts';

startSuite('local files', localFixture);

it('refuses existing keys that do not match the database', async () => {
  const world = await useCaseWorld();
  await world.prepare(world.ctx);
  const [epoch, master] = await world.database.sql<{ ref: string }>(
    `SELECT hsm_key_reference AS ref FROM crypto.epochs
    UNION ALL SELECT hsm_key_reference FROM crypto.encryption_keys WHERE purpose = 'master'`,
  );
  const file = (reference?: string) => join(world.fixture.folder, `${reference?.slice('local:'.length)}.key`);
  await rename(file(master?.ref), file('local:aside'));
  await rename(file(epoch?.ref), file(master?.ref));
  await rename(file('local:aside'), file(epoch?.ref));
  await expect(world.prepare(world.ctx)).rejects.toThrow(/do not open the stored keys/);
  await world.drop();
});
