import { setImmediate } from 'node:timers/promises';
import { KeyDestroyed, KeyRotated } from '@pii-vault/proto/crypto/events/v1/key_events';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { KeyStoreError } from '../src/key-store/key-store.ts';
import type { WrappedUse } from '../src/keys/company-keys/encryption-key.ts';
import { backupKeyOf, fieldKeyOf, STORE_KEY } from '../src/keys/company-keys/key-uses.ts';
import { type RotationWorld, rotationWorld, USES } from './rotation-world.ts';
import { DAY_MS } from './use-case-world.ts';

let world: RotationWorld;
beforeEach(async () => {
  world = await rotationWorld();
});
afterEach(() => world.drop());

const forward = (days: number) => {
  world.clock.now = new Date(world.clock.now.getTime() + days * DAY_MS);
};
const statusOf = async (id: number) => (await world.rotation(world.admin, id)).status;
const idOf = async (keyType: string, version: number) =>
  (await world.list(keyType)).find((key) => key.version === version)?.id ?? 0;
async function expectDestroyed(id: number): Promise<void> {
  await expect(world.delete(world.admin, id)).rejects.toMatchObject({ code: 'NOT_FOUND' });
  const [row] = await world.database.sql<{ wrapped: Buffer | null }>(
    'SELECT wrapped FROM crypto.encryption_keys WHERE id = $1',
    [id],
  );
  expect(row?.wrapped).toBeNull();
}

describe('rotation of a field key', () => {
  const left = (rows: number) => [{ version: 1, rows }];

  it('follows the reports of the vault: expired, rewrapped, empty, and only then deleted', async () => {
    const [before] = await world.open(fieldKeyOf(1));
    const id = await world.rotateKey('field');
    const progress = () => world.rotation(world.admin, id);
    expect(await progress()).toMatchObject({ rewrapped: 0, total: 0, status: 'running' });
    expect(await world.versions('field')).toEqual([
      [1, 'expired', undefined],
      [2, 'pending', undefined],
    ]);
    expect(await world.open(fieldKeyOf(1))).toMatchObject([
      { ...before, isActive: false },
      { version: 2, isActive: true },
    ]);
    expect((await world.versions('field'))[1]).toEqual([2, 'active', undefined]);
    const old = await idOf('field', 1);
    await expect(world.delete(world.admin, old)).rejects.toMatchObject({ message: /being counted/ });

    const report = { companyId: 1, activeVersion: 2, rewrapped: 500, perSecond: 90.5, left: left(123_456) };
    await world.report(world.ctx, { ...report, isBlocked: false });
    const expected = { rewrapped: 500, total: 123_956, perSecond: 90.5, status: 'running' };
    expect(await progress()).toMatchObject(expected);
    await expect(world.delete(world.admin, old)).rejects.toMatchObject({
      code: 'FAILED_PRECONDITION',
      reason: 'KEY_HAS_ROWS',
      message: '1,23,456 rows are still encrypted under this key',
    });
    await world.report(world.ctx, { ...report, rewrapped: 123_955, left: left(1), isBlocked: true });
    expect(await statusOf(id)).toBe('blocked');
    await expect(world.delete(world.admin, old)).rejects.toMatchObject({ message: /^1 row is still/ });

    await world.retireFormer();
    expect([await statusOf(id), await world.versions('field')]).toEqual([
      'done',
      [
        [1, 'expired', 0],
        [2, 'active', undefined],
      ],
    ]);
    expect(await world.open(fieldKeyOf(1))).toMatchObject([{ version: 2 }]);
    await expect(world.open(fieldKeyOf(1), [1])).rejects.toMatchObject({ code: 'NOT_FOUND' });
    await world.delete(world.admin, old);
    expect(await world.versions('field')).toEqual([[2, 'active', undefined]]);
    await expectDestroyed(old);
    const events = (await world.entries('crypto.key_rotated')).map(({ payload }) =>
      KeyRotated.decode(payload),
    );
    expect(events).toMatchObject([{ companyId: 1, purpose: 'field', version: 2, rotationId: id }]);
  });

  it('starts once per Idempotency-Key, and not while another one runs', async () => {
    const once = world.asAdmin('r-1');
    const ids = await Promise.all([1, 2, 3].map(() => world.rotateKey('field', once)));
    expect(new Set(ids).size).toBe(1);
    await expect(world.rotateKey('field')).rejects.toMatchObject({ reason: 'ROTATION_RUNNING' });
    const racing = await Promise.allSettled([1, 2, 3].map(() => world.rotateKey('backup')));
    expect(racing.map(({ status }) => status)).toEqual(['fulfilled', 'fulfilled', 'fulfilled']);
    await expect(world.rotateKey('master', once)).rejects.toMatchObject({ reason: 'IDEMPOTENCY_KEY_REUSED' });
    expect(await world.versions('field')).toHaveLength(2);
    await world.retireFormer();
    expect(await world.rotateKey('field', once)).toBe(ids[0]);
    expect(await world.rotateKey('field')).not.toBe(ids[0]);
  });

  it('does not delete a current key, a missing one, or one of another company', async () => {
    const current = await idOf('field', 1);
    await expect(world.delete(world.admin, current)).rejects.toMatchObject({
      message: 'Only expired keys can be deleted',
    });
    await world.open(fieldKeyOf(3));
    const [other] = await world.database.sql<{ id: number }>(
      `SELECT id FROM crypto.encryption_keys WHERE company_id = 3 AND purpose = 'field'`,
    );
    for (const id of [other?.id ?? 0, 987_654])
      await expect(world.delete(world.admin, id)).rejects.toMatchObject({ code: 'NOT_FOUND' });
    await expect(world.rotation(world.admin, 987_654)).rejects.toMatchObject({ code: 'NOT_FOUND' });
    const noKeys = { companyId: 2, keyType: 'field' };
    await expect(world.rotate(world.admin, noKeys)).rejects.toMatchObject({ code: 'NOT_FOUND' });
    await expect(world.rotate(world.admin, { companyId: 2, keyType: 'master' })).rejects.toMatchObject({
      code: 'NOT_FOUND',
    });
    await expect(world.rotateKey('index')).rejects.toMatchObject({ code: 'INVALID_ARGUMENT' });
  });
});

describe('an empty version', () => {
  it('is destroyed when no openable backup has it', async () => {
    await world.rotateKey('field');
    await world.retireFormer();
    forward(30.9);
    await world.round();
    expect(await world.versions('field')).toHaveLength(2);
    forward(0.2);
    await world.round();
    expect(await world.versions('field')).toEqual([[2, 'pending', undefined]]);
    const gone = (await world.entries('crypto.key_destroyed')).map(({ payload }) =>
      KeyDestroyed.decode(payload),
    );
    expect(gone).toMatchObject([{ companyId: 1, purpose: 'field', version: 1 }]);
  });

  it('is destroyed with its epoch, or at once if it is of an earlier epoch', async () => {
    forward(29);
    await world.rotateKey('field');
    await world.retireFormer();
    forward(1);
    expect(await world.turn(world.ctx)).toMatchObject({ newVersions: 2 });
    await world.destroyEnded(world.ctx);
    expect(await world.versions('field')).toEqual([
      [2, 'expired', undefined],
      [3, 'pending', undefined],
    ]);
    await world.retireFormer();
    expect(await world.versions('field')).toEqual([[3, 'pending', undefined]]);
    const open = (await world.open(backupKeyOf(1))).map(({ version, isActive }) => [version, isActive]);
    expect(open).toEqual([[2, true]]);
  });
});

const isWaitingForLock = async () => {
  const waiting = await world.database.sql(
    `SELECT FROM pg_locks JOIN pg_database d ON d.oid = database
    WHERE d.datname = current_database() AND locktype = 'advisory' AND NOT granted`,
  );
  return waiting.length > 0;
};

describe('rotation of a master', () => {
  it('rewraps every key of the company without interrupting readers', async () => {
    const before = await world.openAll();
    const files = await world.fixture.countFiles();
    const id = await world.rotateKey('master');
    expect(await world.versions('master')).toEqual([
      [1, 'expired', USES.length],
      [2, 'pending', 0],
    ]);
    await expect(world.delete(world.admin, await idOf('master', 1))).rejects.toMatchObject({
      message: '8 rows are still encrypted under this key',
    });
    let isMoved = false;
    const moving = Promise.all([world.round(), world.round()]).finally(() => {
      isMoved = true;
    });
    let reads = 0;
    for (; !isMoved; reads += 1) expect(await world.openAll()).toEqual(before);
    await moving;
    expect(reads).toBeGreaterThan(0);
    expect(await world.openAll()).toEqual(before);
    expect(await world.rotation(world.admin, id)).toMatchObject({ rewrapped: 8, total: 8, status: 'done' });
    expect(await world.versions('master')).toEqual([
      [1, 'expired', 0],
      [2, 'active', 8],
    ]);
    expect(await world.fixture.countFiles()).toBe(files + 1);
    forward(31.1);
    await world.round();
    expect(await world.fixture.countFiles()).toBe(files);
    expect(await world.openAll()).toEqual(before);
    expect(await world.versions('master')).toEqual([[2, 'active', 8]]);
  });

  it('continues after a crash at any call to the key store', async () => {
    // More than two batches, because empty versions are also stored keys.
    for (let version = 1; version < 16; version += 1) {
      await world.rotateKey('field');
      await world.retireFormer();
    }
    const before = await world.openAll();
    const id = await world.rotateKey('master');
    let lives = 0;
    for (; (await statusOf(id)) !== 'done'; lives += 1) {
      expect(lives).toBeLessThan(12);
      let calls = 0;
      const dying =
        <A extends unknown[], R>(work: (...args: A) => Promise<R>) =>
        (...args: A) => {
          calls += 1;
          return calls > 7 + 13 * lives
            ? Promise.reject(new KeyStoreError('unavailable', 'planted'))
            : work(...args);
        };
      const { store } = world;
      await world.over({ ...store, wrap: dying(store.wrap), unwrap: dying(store.unwrap) }).round();
      expect(await world.openAll()).toEqual(before);
    }
    expect(lives).toBeGreaterThan(2);
    expect(await world.rotation(world.admin, id)).toMatchObject({ rewrapped: 23, total: 23 });
  });

  it('leaves no unused key in the key store after a lost race', async () => {
    const files = await world.fixture.countFiles();
    const racing = await Promise.allSettled([1, 2, 3].map(() => world.rotateKey('master')));
    expect(racing.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
    expect(await world.fixture.countFiles()).toBe(files + 1);
    const ids = await Promise.all(
      [1, 2].map(() => world.rotateKey('master', world.asAdmin('m-1')).catch(() => 0)),
    );
    expect(ids).toEqual([0, 0]);
    await world.round();
    const [first, second] = await Promise.all(
      [1, 2].map(() => world.rotateKey('master', world.asAdmin('m-2'))),
    );
    expect(first).toBe(second);
    expect(await world.fixture.countFiles()).toBe(files + 2);
  });

  it('leaves no unused key when the database refuses the row', async () => {
    const files = await world.fixture.countFiles();
    await world.database.sql('ALTER TABLE crypto.key_rotations RENAME TO away');
    await expect(world.rotateKey('master')).rejects.toMatchObject({ reason: 'DATABASE_ERROR' });
    await world.database.sql('ALTER TABLE crypto.away RENAME TO key_rotations');
    expect(await world.fixture.countFiles()).toBe(files);
  });

  it('includes a key that is created concurrently', async () => {
    const { store } = world;
    let rotating: Promise<unknown> | undefined;
    const slow = world.over({
      ...store,
      wrap: async (...args) => {
        if (rotating === undefined) {
          let isOver = false;
          rotating = world
            .rotateKey('master')
            .then(() => world.round())
            .finally(() => {
              isOver = true;
            });
          while (!isOver && !(await isWaitingForLock())) await setImmediate();
        }
        return store.wrap(...args);
      },
    });
    const use = { ...fieldKeyOf(1), purpose: 'text', ownerService: 'audit' } as const;
    const [made] = await slow.open(world.ctx, { use, versions: [] });
    await rotating;
    expect(await world.versions('master')).toEqual([
      [1, 'expired', 0],
      [2, 'active', 9],
    ]);
    expect((await world.open(use))[0]?.key).toBe(made?.key.toString('hex'));
  });

  it('starts by schedule, for agreements and the deployment too', async () => {
    const agreement: WrappedUse = {
      owner: { kind: 'agreement', agreementId: 9, companyIds: [1, 2] },
      purpose: 'index',
      ownerService: '',
    };
    const before = await Promise.all([world.open(agreement), world.open(STORE_KEY), world.openAll()]);
    forward(365);
    await world.round();
    expect(await world.versions('master')).toHaveLength(1);
    forward(0.01);
    await world.round();
    expect(await world.versions('master')).toMatchObject([
      [1, 'expired', 0],
      [2, 'active', 8],
    ]);
    const masters = await world.database.sql<{ n: number }>(
      `SELECT count(*) AS n FROM crypto.encryption_keys WHERE purpose = 'master' AND version = 2 AND status = 'active'`,
    );
    expect(masters).toEqual([{ n: 3 }]);
    expect(await Promise.all([world.open(agreement), world.open(STORE_KEY), world.openAll()])).toEqual(
      before,
    );
  });
});

it('rotation of a backup key leaves earlier archives openable', async () => {
  const [before] = await world.open(backupKeyOf(1));
  expect(await statusOf(await world.rotateKey('backup'))).toBe('done');
  expect((await world.list('backup')).map(({ version, status }) => [version, status])).toEqual([
    [1, 'expired'],
    [2, 'pending'],
  ]);
  await expect(world.delete(world.admin, await idOf('backup', 1))).rejects.toMatchObject({
    reason: 'KEY_HAS_ROWS',
  });
  // The second version was never opened, so it has no archives.
  await world.rotateKey('backup');
  expect((await world.versions('backup'))[1]).toEqual([2, 'expired', 0]);
  await world.delete(world.admin, await idOf('backup', 2));
  expect(await world.open(backupKeyOf(1))).toMatchObject([
    { ...before, isActive: false },
    { version: 3, isActive: true },
  ]);
  expect(await world.versions('backup')).toEqual([
    [1, 'expired', undefined],
    [3, 'active', undefined],
  ]);
  forward(30);
  await world.turn(world.ctx);
  expect((await world.open(backupKeyOf(1))).map(({ version }) => version)).toEqual([4]);
});
