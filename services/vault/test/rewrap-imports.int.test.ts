import { silentLogger } from '@pii-vault/platform/core/log/log';
import type { Tx } from '@pii-vault/platform/postgres/database';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { CompanyKeys } from '../src/keys/company-keys/company-keys.ts';
import { rewrapJob } from '../src/lifecycle/rewrap/rewrap-job.ts';
import { COMPANY, csvOf, done, type ImportWorld, importWorld } from './import-world.ts';

let world: ImportWorld;
beforeAll(async () => {
  world = await importWorld();
});
afterAll(() => world.stop());
beforeEach(() => world.clear());

/** The keys of a process that has opened none yet. */
const freshKeys = () => new CompanyKeys(world.crypto, world.self);

async function turnAndRewrap(): Promise<void> {
  world.crypto.newVersion(`field:${COMPANY}`);
  const { db, crypto, self, random } = world;
  const log = silentLogger();
  await rewrapJob({ db, log, self, keys: freshKeys(), random, crypto, settleMs: 0 }).run(
    new AbortController().signal,
  );
}

const wraps = async () =>
  (
    await world.sql<{ version: number }>(
      'SELECT field_key_version AS version FROM vault.imports WHERE wrapped_key IS NOT NULL',
    )
  ).map(({ version }) => version);

test('a queued file is read under the new version after the previous one is retired', async () => {
  const created = await world.upload(csvOf(120));
  const [before = 0] = await wraps();
  await turnAndRewrap();
  expect([await wraps(), world.crypto.retired.at(-1)]).toEqual([[before + 1], `field:${COMPANY} v${before}`]);
  await world.process({ keys: freshKeys() })();
  expect(await world.summary(created)).toEqual({ ...done, processed: 120, accepted: 120, rejected: 0 });
});

test('an import whose key is rewrapped right after its claim pauses and continues', async () => {
  const created = await world.upload(csvOf(120));
  let isTurned = false;
  const db = {
    tenant: world.db.tenant.bind(world.db),
    async system<T>(work: (tx: Tx) => Promise<T>): Promise<T> {
      const result = await world.db.system(work);
      const [row] = await world.sql<{ n: number }>(
        'SELECT count(*) AS n FROM vault.imports WHERE lease_holder IS NOT NULL',
      );
      if (!isTurned && row?.n === 1) {
        isTurned = true;
        await turnAndRewrap();
      }
      return result;
    },
  };
  await world.process({ db, keys: freshKeys() })();
  expect([isTurned, (await world.summary(created))?.status]).toEqual([true, 'running']);
  await world.leasesEnd();
  await world.process({ keys: freshKeys() })();
  expect(await world.summary(created)).toEqual({ ...done, processed: 120, accepted: 120, rejected: 0 });
});
