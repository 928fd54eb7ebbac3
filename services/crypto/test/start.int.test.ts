import { readdir, rename, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { openLocalKeyStore } from '../src/key-store/local-key-store.ts';
import { fieldKeyOf } from '../src/keys/key-uses.ts';
import { type UseCases, type UseCaseWorld, useCaseWorld } from './use-case-world.ts';

describe('start', () => {
  let world: UseCaseWorld & UseCases;
  beforeEach(async () => {
    world = await useCaseWorld();
  });
  afterEach(() => world.drop());

  it('makes the keys of the deployment in an empty database, once for several processes', async () => {
    const starts = await Promise.all([1, 2, 3].map(() => world.prepare(world.ctx)));
    expect(await world.countKeyFiles()).toBe(4);
    expect(new Set(starts.map(({ checkpoint }) => checkpoint.keyId)).size).toBe(1);
    expect(starts[0]?.token).toMatchObject([{ isActive: true, algorithm: 'Ed25519', version: 1 }]);
    const again = await world.prepare(world.ctx);
    expect(again).toEqual(starts[0]);
    expect(await world.countKeyFiles()).toBe(4);
  });

  it('refuses a database with rows when the keys folder is empty, and makes no keys', async () => {
    await world.prepare(world.ctx);
    await world.open(world.ctx, { use: fieldKeyOf(7), versions: [] });
    await rm(world.keysDir, { recursive: true });
    const empty = world.over(await openLocalKeyStore(world.keysDir));
    await expect(empty.prepare(world.ctx)).rejects.toMatchObject({
      code: 'FAILED_PRECONDITION',
      reason: 'KEYS_MISSING',
      message: expect.stringMatching(
        /lacks 5 of the 5 keys .* put its keys folder back, or start with an empty/,
      ),
    });
    expect(await readdir(world.keysDir)).toEqual([]);
  });

  it('names the company whose master key is gone', async () => {
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

  it('refuses keys that are there and do not fit', async () => {
    await world.prepare(world.ctx);
    const [epoch, master] = await world.database.sql<{ ref: string }>(
      `SELECT hsm_key_reference AS ref FROM crypto.epochs
      UNION ALL SELECT hsm_key_reference FROM crypto.encryption_keys WHERE purpose = 'master'`,
    );
    const file = (reference?: string) => join(world.keysDir, `${reference?.slice('local:'.length)}.key`);
    await rename(file(master?.ref), file('local:aside'));
    await rename(file(epoch?.ref), file(master?.ref));
    await rename(file('local:aside'), file(epoch?.ref));
    await expect(world.prepare(world.ctx)).rejects.toThrow(/do not open the stored keys/);
  });

  it('refuses a database of which rows were deleted', async () => {
    await world.prepare(world.ctx);
    await world.database.sql(`DELETE FROM crypto.encryption_keys WHERE purpose = 'token'`);
    await expect(world.prepare(world.ctx)).rejects.toMatchObject({ reason: 'KEYS_MISSING' });
    await world.database.sql(`UPDATE crypto.epochs SET status = 'retiring'`);
    await expect(world.prepare(world.ctx)).rejects.toThrow(/no epoch or no store key/);
  });
});
