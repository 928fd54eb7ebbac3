import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { silentLogger } from '../log/log.ts';
import { holdingProxy } from '../testing/holding-proxy.ts';
import { type TestDatabase, testDatabase } from '../testing/postgres.ts';
import type { ServiceDatabase } from './connection.ts';
import type { Tx } from './database.ts';
import { PLATFORM_MIGRATIONS } from './migrate.ts';
import { type OpenDatabase, openDatabase } from './open-database.ts';
import { createPool } from './pool.ts';
import { inTransaction } from './transaction.ts';

let test: TestDatabase;
let db: OpenDatabase;

beforeAll(async () => {
  test = await testDatabase('audit', PLATFORM_MIGRATIONS);
  await test.sql(`SET ROLE audit_owner; SET search_path = audit;
    CREATE TABLE note (id bigint PRIMARY KEY);
    GRANT SELECT, INSERT ON note TO audit_system; RESET ROLE; RESET search_path`);
  db = openDatabase({ ...schema(), service: 'audit', maxSystemConnections: 1, log: silentLogger() });
});
afterAll(async () => {
  await db.close();
  await test.drop();
});

function schema(): ServiceDatabase {
  const found = test.services.get('audit');
  if (found === undefined) throw new Error('no schema');
  return found;
}

const COUNT = 'SELECT count(*)::int AS n FROM note';
const insert = (id: number | string) => ({
  name: 'insert',
  text: 'INSERT INTO note VALUES ($1) RETURNING id',
  values: [id],
});
/** By another connection. */
const notes = () =>
  test.db.system(async (tx) =>
    (await tx.query<{ id: number }>('SELECT id FROM note ORDER BY id')).map(({ id }) => id),
  );

describe('a transaction', () => {
  it('does statements that were given together in their order, and COPY between them', async () => {
    const copied: number[] = [];
    await db.system(async (tx) => {
      const [, , , seen] = await Promise.all([
        tx.query(insert(1)),
        tx.query(insert(2)),
        tx.copyOut('COPY (SELECT id FROM note) TO STDOUT (FORMAT binary)', (row) =>
          copied.push(row.integer(0)),
        ),
        tx.query<{ n: number }>(COUNT),
      ]);
      expect(seen).toEqual([{ n: 2 }]);
    });
    expect(copied).toEqual([1, 2]);
    expect(await notes()).toEqual([1, 2]);
  });

  it('commits with its last statement, and sends nothing after it', async () => {
    const rows = await db.system(async (tx) => {
      const last = await tx.queryLast(insert(3));
      await expect(tx.query(insert(4))).rejects.toMatchObject({ reason: 'TRANSACTION_OVER' });
      return last;
    });
    expect(rows).toEqual([{ id: 3 }]);
    expect(await notes()).toEqual([1, 2, 3]);
  });

  it('leaves nothing of a transaction whose last or only awaited statement fails, and can be used again', async () => {
    const last = db.system(async (tx) => {
      await tx.query(insert(5));
      return await tx.queryLast(insert(1));
    });
    await expect(last).rejects.toMatchObject({ code: 'ALREADY_EXISTS' });
    const together = db.system((tx) => Promise.all([tx.query(insert(1)), tx.query(insert(6))]));
    await expect(together).rejects.toMatchObject({ code: 'ALREADY_EXISTS' });
    const unheard = db.system(async (tx) => {
      tx.query(insert(1)).catch(() => undefined);
      await Promise.resolve();
    });
    await expect(unheard).rejects.toMatchObject({ reason: 'TRANSACTION_FAILED' });
    expect(await notes()).toEqual([1, 2, 3]);
  });

  it('is not known to be committed when the connection breaks behind its last statement', async () => {
    const text = 'SELECT pg_terminate_backend(pg_backend_pid())';
    const broken = db.system((tx) => tx.queryLast({ name: 'end', text }));
    await expect(broken).rejects.toMatchObject({ code: 'UNAVAILABLE', reason: 'COMMIT_UNKNOWN' });
    expect(await notes()).toEqual([1, 2, 3]);
  });
});

const hooks = { onOutboxCommit() {} };

function onePool() {
  const { address, logins } = schema();
  return createPool({
    address,
    login: logins.system,
    applicationName: 'opening',
    maxConnections: 1,
    maxWaiting: 1,
    isReadOnlyOutside: true,
    log: silentLogger(),
  });
}

describe('an opening that fails', () => {
  it.each([
    // As where it is cancelled: what is sent with it is no part of a transaction.
    ['without beginning one', 'BEGIN READ WRITE; SELEC 1'],
    ['behind its BEGIN', 'BEGIN READ WRITE; SELECT 1 / 0'],
  ])(
    '%s leaves nothing of what was sent with it or later, tells nothing of it, and the connection can be used',
    async (_, opening) => {
      const before = await notes();
      const pool = onePool();
      const answers: unknown[] = [];
      const later: unknown[] = [];
      const failed = inTransaction(pool, opening, hooks, async (tx) => {
        const told = await Promise.allSettled([tx.query(insert(101)), tx.query(COUNT)]);
        answers.push(...told.filter(({ status }) => status === 'fulfilled'));
        await tx.query(insert(102)).catch((error: unknown) => later.push(error));
      });
      await expect(failed).rejects.toMatchObject({ reason: 'DATABASE_ERROR' });
      expect(answers).toEqual([]);
      expect(later).toEqual([expect.objectContaining({ reason: 'TRANSACTION_OVER' })]);
      const seen = await inTransaction(pool, 'BEGIN READ WRITE', hooks, (tx) => tx.query(COUNT));
      expect(seen).toEqual([{ n: before.length }]);
      await pool.close();
    },
  );

  it('meets connections of requests and of the system that outside of it only read', async () => {
    const setting = (tx: Tx) => tx.query('SHOW default_transaction_read_only');
    const on = [{ default_transaction_read_only: 'on' }];
    expect(await db.system(setting)).toEqual(on);
    expect(await db.tenant({ companies: [1] }, setting)).toEqual(on);
    await expect(db.systemStatement(insert(103))).rejects.toMatchObject({ cause: { sqlState: '25006' } });
  });

  it('has such connections, or nobody is ready', async () => {
    const ignoring = await holdingProxy(schema().address, (sent) =>
      sent.replace('read_only=on', 'read_only=no'),
    );
    const open = openDatabase({
      ...schema(),
      address: ignoring.address,
      service: 'audit',
      log: silentLogger(),
    });
    await expect(open.ready()).rejects.toMatchObject({ reason: 'DATABASE_SETTINGS_IGNORED' });
    await open.close();
    await ignoring.close();
    await db.ready();
  });

  it('is what is told, whatever the work throws, and at once or not', async () => {
    // Whose role for all companies there is none.
    const nobody = openDatabase({ ...schema(), service: 'nobody', maxConnections: 1, log: silentLogger() });
    const works = [
      (tx: Tx) => tx.query('SELECT 1'),
      (): Promise<never> => {
        throw new Error('planted');
      },
    ];
    for (const work of works)
      await expect(nobody.tenant('all', work)).rejects.toMatchObject({ cause: { sqlState: '22023' } });
    expect(await nobody.tenant({ companies: [1] }, (tx) => tx.query('SELECT 1 AS one'))).toEqual([
      { one: 1 },
    ]);
    await nobody.close();
  });
});

describe('statements of a transaction', () => {
  it('are on their way, with its opening and its commit, before the first is answered', async () => {
    const proxy = await holdingProxy(schema().address);
    const held = openDatabase({ ...schema(), address: proxy.address, service: 'audit', log: silentLogger() });
    // Makes the connection.
    await held.system((tx) => tx.query(COUNT));
    proxy.hold();
    const done = held.system(async (tx) => {
      const [rows] = await Promise.all([tx.query(COUNT), tx.queryLast({ name: 'one', text: 'SELECT 1' })]);
      return rows;
    });
    const all = ['BEGIN', 'count(*)', 'SELECT 1', 'COMMIT'];
    await vi
      .waitUntil(() => all.every((text) => proxy.held().includes(text)), { timeout: 10_000 })
      .finally(proxy.letGo);
    expect(await done).toEqual([{ n: (await notes()).length }]);
    await held.close();
    await proxy.close();
  });
});
