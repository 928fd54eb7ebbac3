import { setImmediate as nextTurn } from 'node:timers/promises';
import { AppError } from '@pii-vault/platform/core/errors/app-error';
import type { Database } from '@pii-vault/platform/postgres/database';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { WrappedDataKey } from '../src/keys/envelope/data-key.ts';
import {
  readDataKey,
  readFormerDataKeys,
  replaceDataKeys,
} from '../src/lifecycle/rewrap/wrapped-keys-store.ts';
import { lockPeople } from '../src/people/records/locked-person.ts';
import type { PersonResult } from '../src/people/records/person.ts';
import { named, people, type RewrapWorld, rewrapWorld } from './rewrap-world.ts';

let world: RewrapWorld;
let app: ReturnType<RewrapWorld['process']>;
beforeEach(async () => {
  world = await rewrapWorld();
  app = world.process();
});
afterEach(() => world.stop());

const idsOf = (results: readonly PersonResult[]) =>
  results.map((one) => (one.status === 'rejected' ? 0 : one.individualId));
async function write(companyId: number, count: number): Promise<number[]> {
  const ids: number[] = [];
  for (let from = 0; from < count; from += 200)
    ids.push(...idsOf(await app.write(companyId, people(Math.min(200, count - from), from))));
  return ids;
}
const allNames = async (ids: readonly number[]) => {
  const names: (string | undefined)[] = [];
  for (let from = 0; from < ids.length; from += 200)
    names.push(...(await app.names(7, ids.slice(from, from + 200))));
  return names;
};
const moved = async () =>
  (await world.entries())
    .filter(({ action }) => action === 'data_work')
    .map(({ counts }) => counts.dataKeys ?? counts.importKeys ?? 0);
const sum = (numbers: readonly number[]) => numbers.reduce((total, n) => total + n, 0);

describe('a new field-key version', () => {
  it('rewraps every data key of every company in chunks, and the previous version is retired', async () => {
    const ids = await write(7, 1_100);
    await write(8, 3);
    world.crypto.newVersion('field:7');
    world.crypto.newVersion('field:8');
    await world.process().rewrap();
    expect([await world.versions(7), await world.versions(8)]).toEqual([{ v2: 1_100 }, { v2: 3 }]);
    expect(world.crypto.retired).toEqual(['field:7 v1', 'field:8 v1']);
    expect((await moved()).sort((a, b) => b - a)).toEqual([500, 500, 100, 3]);
    const left = [{ version: 1, rows: 0 }];
    const report = { activeVersion: 2, rewrapped: 1_100, left, blocked: false };
    expect(world.crypto.reports.get(7)).toMatchObject(report);
    expect(world.crypto.reports.get(7)?.perSecond).toBeGreaterThan(0);
    const rotated = (await world.entries()).filter(({ action }) => action === 'key_rotate');
    expect(rotated.map(({ companyId, counts }) => [companyId, counts.rewrapped])).toEqual([
      [7, 1_100],
      [8, 3],
    ]);
    expect(await allNames(ids)).toEqual(ids.map((_, n) => `Person ${n}`));
    await world.process().rewrap();
    expect(await world.entries()).toHaveLength(6);
  });

  it('can follow another one, also before data keys of the one before are rewrapped', async () => {
    const ids = await write(7, 3);
    world.crypto.newVersion('field:7');
    await app.rewrap();
    world.crypto.newVersion('field:7');
    await write(7, 1);
    world.crypto.newVersion('field:7');
    await app.rewrap();
    expect(await world.versions(7)).toEqual({ v4: 4 });
    expect(world.crypto.retired).toEqual(['field:7 v1', 'field:7 v2', 'field:7 v3']);
    expect(await app.names(7, ids)).toEqual(['Person 0', 'Person 1', 'Person 2']);
  });

  it('is necessary for a round: without one, none is stored', async () => {
    await write(7, 1);
    await app.rewrap();
    expect(await world.rounds()).toEqual([]);
  });
});

describe('a process that dies', () => {
  it('at any statement loses no data key and rewraps none twice', async () => {
    const ids = await write(7, 1_100);
    world.crypto.newVersion('field:7');
    let left = 0;
    const dying = (db: Database): Database => {
      const alive = () => {
        left -= 1;
        if (left < 0) throw new AppError('UNAVAILABLE', 'DATABASE_UNAVAILABLE', 'planted');
        return db;
      };
      return {
        system: (work) => alive().system(work),
        tenant: (scope, work) => alive().tenant(scope, work),
        read: (statement) => alive().read(statement),
        statement: (statement, effect) => alive().statement(statement, effect),
      };
    };
    for (let life = 1; (await world.rounds())[0]?.finished !== true; life += 1) {
      expect(life).toBeLessThan(30);
      left = life;
      await world
        .process({ over: dying })
        .rewrap()
        .catch(() => undefined);
      await world.timePasses();
    }
    expect(await world.versions(7)).toEqual({ v2: 1_100 });
    expect(sum(await moved())).toBe(1_100);
    const rotated = (await world.entries()).filter(({ action }) => action === 'key_rotate');
    expect(rotated.map(({ counts }) => counts.rewrapped)).toEqual([1_100]);
    expect(await allNames(ids)).toEqual(ids.map((_, n) => `Person ${n}`));
  });

  it('writes nothing when it continues after its lease', async () => {
    await write(7, 5);
    world.crypto.newVersion('field:7');
    const read = Promise.withResolvers<void>();
    const mayGoOn = Promise.withResolvers<void>();
    let transactions = 0;
    const stalled = world.process({
      over: (db) => ({
        system: (work) => db.system(work),
        read: (statement) => db.read(statement),
        statement: (statement, effect) => db.statement(statement, effect),
        async tenant(scope, work) {
          transactions += 1;
          if (transactions === 2) {
            read.resolve();
            await mayGoOn.promise;
          }
          return await db.tenant(scope, work);
        },
      }),
    });
    const ghost = stalled.rewrap();
    await read.promise;
    await world.timePasses();
    await world.process().rewrap();
    const before = [
      await world.entries(),
      await world.sql('SELECT * FROM vault.data_keys ORDER BY individual_id'),
    ];
    mayGoOn.resolve();
    await ghost;
    expect(await world.sql('SELECT * FROM vault.data_keys ORDER BY individual_id')).toEqual(before[1]);
    expect(await world.entries()).toEqual(before[0]);
  });

  it('shares the work: concurrent processes rewrap no key twice', async () => {
    await write(7, 700);
    world.crypto.newVersion('field:7');
    await Promise.all([world.process(), world.process(), world.process()].map((one) => one.rewrap()));
    await world.timePasses();
    await world.process().rewrap();
    expect(await world.versions(7)).toEqual({ v2: 700 });
    expect(sum(await moved())).toBe(700);
    expect(world.crypto.retired).toEqual(['field:7 v1']);
  });
});

describe('writers with a cached previous key', () => {
  it('write under the new version: a create, a correction, a re-keying', async () => {
    const ids = await write(7, 3);
    world.crypto.newVersion('field:7');
    await world.process().rewrap();
    expect((await app.keys.fieldKey(7)).version).toBe(1);
    const made = await app.create(7, { values: named('Late') });
    expect(made.status).toBe('created');
    await app.write(7, [{ values: named('Changed'), individualId: ids[0] ?? 0 }]);
    await app.rekey(7, ids[1] ?? 0);
    expect(await world.versions(7)).toEqual({ v2: 4 });
    expect(await app.names(7, [...ids, ...idsOf([made])])).toEqual([
      'Changed',
      'Person 1',
      'Person 2',
      'Late',
    ]);
  });

  it('in an open transaction delay the end of the rewrap', async () => {
    await write(7, 2);
    world.crypto.newVersion('field:7');
    const written = Promise.withResolvers<void>();
    const mayCommit = Promise.withResolvers<void>();
    const writing = app.db.tenant({ companies: [7] }, async (tx) => {
      const consent = { purpose: 'kyc', alsoFor: [], date: new Date() };
      const options = { companyId: 7, consent, onExisting: 'update' as const };
      await app.writePeople(tx, app.ctx, options, people(1, 50));
      written.resolve();
      await mayCommit.promise;
    });
    await written.promise;
    await expectRewrapWaits(() => mayCommit.resolve());
    await writing;
    expect(await world.versions(7)).toEqual({ v2: 3 });
    expect(world.crypto.retired).toEqual(['field:7 v1']);
  });

  it('who read a wrap of the previous version can still open it while its row is rewrapped', async () => {
    const ids = await write(7, 1);
    world.crypto.newVersion('field:7');
    const held = Promise.withResolvers<void>();
    const mayGoOn = Promise.withResolvers<void>();
    const late = world.process();
    const writing = late.db.tenant({ companies: [7] }, async (tx) => {
      const person = (await lockPeople(tx, 7, ids)).get(ids[0] ?? 0);
      held.resolve();
      await mayGoOn.promise;
      return (await late.keys.fieldKeyVersion(7, person?.dataKey?.fieldKeyVersion ?? 0)).version;
    });
    await held.promise;
    // The rewrap may continue only after the key is open.
    await expectRewrapWaits(async () => {
      mayGoOn.resolve();
      expect(await writing).toBe(1);
    });
    expect(world.crypto.retired).toEqual(['field:7 v1']);
  });

  /** Expects a rewrap to wait for an open transaction until `release`, and then to end. */
  async function expectRewrapWaits(release: () => void | Promise<void>): Promise<void> {
    let isOver = false;
    const rewrapping = world
      .process()
      .rewrap()
      .finally(() => {
        isOver = true;
      });
    try {
      while (!isOver && !(await isLockAwaited())) await nextTurn();
      expect([isOver, world.crypto.retired]).toEqual([false, []]);
    } finally {
      await release();
    }
    await rewrapping;
  }

  const isLockAwaited = async () => {
    const waiting = await world.sql(
      `SELECT FROM pg_locks JOIN pg_database d ON d.oid = database
       WHERE d.datname = current_database() AND locktype = 'advisory' AND NOT granted`,
    );
    return waiting.length > 0;
  };
});

describe('a reader', () => {
  it('reads the row again when it was rewrapped and its old key retired in between', async () => {
    const [id = 0] = await write(7, 1);
    const name = { companyId: 7, individualId: id, version: 1 };
    const read = () => world.db.tenant({ companies: [7] }, (tx) => readDataKey(tx, name));
    const before = (await read()) as WrappedDataKey;
    world.crypto.newVersion('field:7');
    await world.process().rewrap();
    expect(await read()).not.toEqual(before);
    expect((await world.process().keys.dataKey(name, before)).name).toEqual(name);
    // The old wrap alone cannot be opened any more.
    await world.sql('DELETE FROM vault.data_keys');
    await expect(world.process().keys.dataKey(name, before)).rejects.toMatchObject({
      reason: 'KEY_NOT_LIVE',
    });
  });

  it('never sees a wrap replaced by an older one', async () => {
    await write(7, 2);
    const scope = { companies: [7] };
    const first = { companyId: 7, individualId: 0, version: 0 };
    const chunk = await world.db.tenant(scope, (tx) => readFormerDataKeys(tx, first, 9));
    await world.sql('UPDATE vault.data_keys SET field_key_version = 2');
    const late = chunk.map((one) => ({ ...one, next: { ...one.stored, fieldKeyVersion: 3 } }));
    expect(await world.db.tenant(scope, (tx) => replaceDataKeys(tx, late))).toBe(0);
    expect(await world.versions(7)).toEqual({ v2: 2 });
  });

  it('never fails while versions are added and retired', async () => {
    const ids = await write(7, 60);
    const names = ids.map((_, n) => `Person ${n}`);
    let isOver = false;
    const reading = Array.from({ length: 3 }, async () => {
      const mine = world.process();
      let reads = 0;
      for (; !isOver; reads += 1) expect(await mine.names(7, ids)).toEqual(names);
      return reads;
    });
    for (let turn = 0; turn < 4; turn += 1) {
      world.crypto.newVersion('field:7');
      await app.rewrap();
      await world.timePasses();
    }
    isOver = true;
    expect(Math.min(...(await Promise.all(reading)))).toBeGreaterThan(0);
    expect(world.crypto.retired).toHaveLength(4);
  });
});

describe('a previous version is kept', () => {
  it('while a process may still wrap or read under it', async () => {
    await write(7, 2);
    world.crypto.newVersion('field:7');
    const job = world.process({ settleMs: 60_000 });
    await job.rewrap();
    expect(await world.rounds()).toEqual([{ company: 7, closed: false, emptied: false, finished: false }]);
    // Another process still has the previous key in its cache.
    await app.write(7, people(1, 9));
    expect(await world.versions(7)).toEqual({ v1: 1, v2: 2 });
    await world.longAgo('noticed_at');
    await job.rewrap();
    expect(await world.rounds()).toEqual([{ company: 7, closed: true, emptied: true, finished: false }]);
    expect([await world.versions(7), world.crypto.retired]).toEqual([{ v2: 3 }, []]);
    await world.longAgo('emptied_at');
    await job.rewrap();
    expect(world.crypto.retired).toEqual(['field:7 v1']);
  });

  it("during crypto's grace period", async () => {
    await write(7, 2);
    world.crypto.newVersion('field:7');
    world.crypto.isInGrace = true;
    await app.rewrap();
    expect([await world.versions(7), world.crypto.retired]).toEqual([{ v2: 2 }, []]);
    world.crypto.isInGrace = false;
    await world.timePasses();
    await app.rewrap();
    expect(world.crypto.retired).toEqual(['field:7 v1']);
  });

  it('while a data key under it cannot be opened, which writes an entry; the others are rewrapped', async () => {
    const [broken = 0, ...ids] = await write(7, 4);
    await world.sql(
      'UPDATE vault.data_keys SET wrapped = set_byte(wrapped, 20, get_byte(wrapped, 20) # 1) WHERE individual_id = $1',
      [broken],
    );
    world.crypto.newVersion('field:7');
    await app.rewrap();
    expect([await world.versions(7), world.crypto.retired]).toEqual([{ v1: 1, v2: 3 }, []]);
    const errors = (await world.entries()).filter(({ action }) => action === 'integrity_error');
    expect(errors[0]?.individualIds).toEqual([broken]);
    const left = [{ version: 1, rows: 1 }];
    expect(world.crypto.reports.get(7)).toMatchObject({ rewrapped: 3, left, blocked: true });
    expect(await app.names(7, ids)).toEqual(['Person 1', 'Person 2', 'Person 3']);
  });
});
