import { setImmediate } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { KeyStoreError } from '../src/key-store/key-store.ts';
import type { WrappedUse } from '../src/keys/company-keys/encryption-key.ts';
import { fieldKeyOf, STORE_KEY } from '../src/keys/company-keys/key-uses.ts';
import type { KeyStoreFixture } from './key-store-fixture.ts';
import { DAY_MS, type UseCases, type UseCaseWorld, useCaseWorld } from './use-case-world.ts';

interface EpochRow {
  readonly epoch: number;
  readonly status: string;
  readonly hsm_key_reference: string;
}

const textKey: WrappedUse = {
  owner: { kind: 'company', companyId: 1 },
  purpose: 'text',
  ownerService: 'vault',
};
const agreementKey: WrappedUse = {
  owner: { kind: 'agreement', agreementId: 9, companyIds: [1, 2] },
  purpose: 'index',
  ownerService: '',
};

type World = UseCaseWorld & UseCases;

/** Epochs on a real database and a real key store. Each test continues from the state that the previous one left. */
export function epochSuite(name: string, openFixture: () => Promise<KeyStoreFixture>): void {
  describe(`epochs on ${name}`, () => {
    let world: World;
    beforeAll(async () => {
      world = await useCaseWorld(openFixture);
      await world.prepare(world.ctx);
    });
    afterAll(() => world.drop());

    itTurnsInTime(() => world);
    itDestroysWhatHasEnded(() => world);
    itBearsInterruption(() => world);
    itOpensKeysDuringATurn(() => world);
  });
}

const epochs = (world: World) =>
  world.database.sql<EpochRow>('SELECT epoch, status, hsm_key_reference FROM crypto.epochs ORDER BY epoch');
const open = (world: World, use: WrappedUse) => world.open(world.ctx, { use, versions: [] });
const forward = ({ clock }: World, days: number) => {
  clock.now = new Date(clock.now.getTime() + days * DAY_MS);
};

function itTurnsInTime(current: () => World): void {
  it('does not turn before the end of the epoch', async () => {
    const world = current();
    forward(world, 29);
    const files = await world.fixture.countFiles();
    expect(await world.turn(world.ctx)).toBeUndefined();
    expect(await world.fixture.countFiles()).toBe(files);
    expect(await epochs(world)).toMatchObject([{ epoch: 1, status: 'active' }]);
  });

  it('turns once for several processes: every key can still be opened, each company has a new field key', async () => {
    const world = current();
    const uses = [textKey, agreementKey, STORE_KEY];
    const before = await Promise.all(uses.map((use) => open(world, use)));
    const fieldsBefore = await Promise.all([1, 2].map((company) => open(world, fieldKeyOf(company))));
    forward(world, 1);
    const files = await world.fixture.countFiles();

    const turns = await Promise.all([1, 2, 3].map(() => world.turn(world.ctx)));

    expect(turns.filter((turn) => turn !== undefined)).toEqual([{ epoch: 2, rewrapped: 5, newVersions: 2 }]);
    expect(await world.fixture.countFiles()).toBe(files + 1);
    expect(await Promise.all(uses.map((use) => open(world, use)))).toEqual(before);
    for (const [i, company] of [1, 2].entries()) {
      const [former, next] = await open(world, fieldKeyOf(company));
      expect(former).toEqual({ ...fieldsBefore[i]?.[0], isActive: false });
      expect(next).toMatchObject({ version: 2, isActive: true });
    }
    expect(await epochs(world)).toMatchObject([
      { epoch: 1, status: 'retiring' },
      { epoch: 2, status: 'active' },
    ]);
  });
}

function itDestroysWhatHasEnded(current: () => World): void {
  it('destroys the key of the ended epoch in the store, once', async () => {
    const world = current();
    const [ended] = await epochs(world);
    const destroyed = await Promise.all([world.destroyEnded(world.ctx), world.destroyEnded(world.ctx)]);
    expect(destroyed.flat()).toContain(1);
    expect(await world.store.describe(ended?.hsm_key_reference ?? '')).toBeUndefined();
    expect(await epochs(world)).toMatchObject([{ status: 'destroyed' }, { status: 'active' }]);
    expect(await world.destroyEnded(world.ctx)).toEqual([]);
    expect(await open(world, textKey)).toHaveLength(1);
    const entries = await world.database.sql<{ topic: string; n: number }>(
      `SELECT topic, count(*) AS n FROM crypto.outbox WHERE topic = 'crypto.epoch_turned' GROUP BY topic`,
    );
    expect(entries).toEqual([{ topic: 'crypto.epoch_turned', n: 1 }]);
  });

  it('keeps an ended epoch while a stored key depends on it', async () => {
    const world = current();
    forward(world, 30);
    await world.turn(world.ctx);
    await world.database.sql(
      `UPDATE crypto.encryption_keys SET epoch = 2 WHERE company_id = 1 AND purpose = 'text'`,
    );
    await expect(world.destroyEnded(world.ctx)).rejects.toMatchObject({ reason: 'EPOCH_IN_USE' });
    await world.database.sql(
      `UPDATE crypto.encryption_keys SET epoch = 3 WHERE company_id = 1 AND purpose = 'text'`,
    );
    expect(await world.destroyEnded(world.ctx)).toEqual([2]);
  });
}

function itBearsInterruption(current: () => World): void {
  it('changes nothing when the key store fails during an epoch turn', async () => {
    const world = current();
    forward(world, 30);
    const before = await Promise.all([open(world, fieldKeyOf(1)), open(world, textKey), epochs(world)]);
    const files = await world.fixture.countFiles();
    let wraps = 0;
    const failing = world.over({
      ...world.store,
      wrap: (...args) => {
        wraps += 1;
        if (wraps === 3) return Promise.reject(new KeyStoreError('unavailable', 'planted'));
        return world.store.wrap(...args);
      },
    });
    await expect(failing.turn(world.ctx)).rejects.toMatchObject({ reason: 'KEY_STORE_UNAVAILABLE' });
    expect(await Promise.all([open(world, fieldKeyOf(1)), open(world, textKey), epochs(world)])).toEqual(
      before,
    );
    expect(await world.fixture.countFiles(), 'no unused key is left').toBe(files);
    expect(await world.turn(world.ctx)).toMatchObject({ epoch: 4 });
  });

  it('opens a key whose row was read just before an epoch turn destroyed its epoch', async () => {
    const world = current();
    await world.destroyEnded(world.ctx);
    const [before] = await open(world, textKey);
    forward(world, 30);
    let isTurned = false;
    const late = world.over({
      ...world.store,
      unwrap: async (...args) => {
        if (!isTurned) {
          isTurned = true;
          await world.turn(world.ctx);
          await world.destroyEnded(world.ctx);
        }
        return world.store.unwrap(...args);
      },
    });
    expect(await late.open(world.ctx, { use: textKey, versions: [] })).toEqual([before]);
    expect(isTurned).toBe(true);
  });
}

function itOpensKeysDuringATurn(current: () => World): void {
  it('waits for a running creation of keys, so that no key stays under the ended epoch', async () => {
    const world = current();
    forward(world, 30);
    let turning: Promise<unknown> | undefined;
    const slow = world.over({
      ...world.store,
      wrap: async (...args) => {
        const wrapped = await world.store.wrap(...args);
        if (turning === undefined) {
          let isTurned = false;
          turning = world.turn(world.ctx).finally(() => {
            isTurned = true;
          });
          while (!isTurned && !(await isWaitingForLock(world))) await setImmediate();
        }
        return wrapped;
      },
    });
    const [first] = await slow.open(world.ctx, { use: fieldKeyOf(50), versions: [] });
    expect(await turning).toBeDefined();
    expect(await world.destroyEnded(world.ctx)).toHaveLength(1);
    expect(await open(world, fieldKeyOf(50))).toEqual([
      { ...first, isActive: false },
      expect.objectContaining({ version: 2, isActive: true }),
    ]);
  });

  it('keeps every key that is created during an epoch turn', async () => {
    const world = current();
    forward(world, 30);
    const companies = Array.from({ length: 12 }, (_, i) => 100 + i);
    const opening = companies.map((company) => open(world, fieldKeyOf(company)));
    await Promise.all([world.turn(world.ctx), ...opening]);
    await world.destroyEnded(world.ctx);
    const first = await Promise.all(opening);
    for (const [i, company] of companies.entries()) {
      const now = await open(world, fieldKeyOf(company));
      expect(now.map(({ keyId }) => keyId)).toContain(first[i]?.[0]?.keyId);
    }
  });
}

async function isWaitingForLock({ database }: World): Promise<boolean> {
  const waiting = await database.sql(
    `SELECT FROM pg_locks JOIN pg_database d ON d.oid = database
     WHERE d.datname = current_database() AND locktype = 'advisory' AND NOT granted`,
  );
  return waiting.length > 0;
}
