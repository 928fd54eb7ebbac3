import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { fieldKeyOf } from '../src/keys/company-keys/key-uses.ts';
import type { KeyStoreFixture } from './key-store-fixture.ts';
import { type UseCases, type UseCaseWorld, useCaseWorld } from './use-case-world.ts';

type World = UseCaseWorld & UseCases;

/** Start of a deployment on a real database and a real key store. */
export function startSuite(name: string, openFixture: () => Promise<KeyStoreFixture>): void {
  describe(`start on ${name}`, () => {
    let world: World;
    beforeEach(async () => {
      world = await useCaseWorld(openFixture);
    });
    afterEach(() => world.drop());

    itMakesTheKeys(() => world);
    itRefusesWhereKeysAreMissing(() => world);
  });
}

function itMakesTheKeys(current: () => World): void {
  it('creates the keys of the deployment in an empty database, once for several processes', async () => {
    const world = current();
    const starts = await Promise.all([1, 2, 3].map(() => world.prepare(world.ctx)));
    expect(await world.fixture.countFiles()).toBe(world.fixture.deploymentFiles);
    expect(new Set(starts.map(({ keyId }) => keyId)).size).toBe(1);
    const { live } = await world.tokenKeys();
    expect(live).toMatchObject([{ isActive: true, algorithm: 'Ed25519', version: 1 }]);
    const again = await world.prepare(world.ctx);
    expect(again).toEqual(starts[0]);
    expect(await world.fixture.countFiles()).toBe(world.fixture.deploymentFiles);
  });
}

function itRefusesWhereKeysAreMissing(current: () => World): void {
  it('refuses a database with rows when the key store is empty', async () => {
    const world = current();
    await world.prepare(world.ctx);
    await world.open(world.ctx, { use: fieldKeyOf(7), versions: [] });
    const empty = await world.fixture.openEmpty();
    await expect(world.over(empty).prepare(world.ctx)).rejects.toMatchObject({
      code: 'FAILED_PRECONDITION',
      reason: 'KEYS_MISSING',
      message: expect.stringMatching(
        /lacks 5 of the 5 keys .* restore its keys folder, or start with an empty/,
      ),
    });
  });

  it('names the company whose master key is missing', async () => {
    const world = current();
    await world.prepare(world.ctx);
    await world.open(world.ctx, { use: fieldKeyOf(7), versions: [] });
    const [row] = await world.database.sql<{ ref: string }>(
      `SELECT hsm_key_reference AS ref FROM crypto.encryption_keys WHERE company_id = 7 AND purpose = 'master'`,
    );
    await world.store.destroy(row?.ref ?? '');
    await expect(world.prepare(world.ctx)).rejects.toThrow(
      /lacks 1 of the 5 keys .* master key of company 7/,
    );
  });

  it('refuses a database with deleted rows', async () => {
    const world = current();
    await world.prepare(world.ctx);
    await world.database.sql(`DELETE FROM crypto.encryption_keys WHERE purpose = 'token'`);
    await expect(world.prepare(world.ctx)).rejects.toMatchObject({ reason: 'KEYS_MISSING' });
    await world.database.sql(`UPDATE crypto.epochs SET status = 'retiring'`);
    await expect(world.prepare(world.ctx)).rejects.toThrow(/no epoch or no store key/);
  });
}
