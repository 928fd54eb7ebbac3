import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { silentLogger } from '../core/log/log.ts';
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
  it('executes concurrent statements in order, including COPY between them', async () => {
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

  it('rolls back if a statement fails, awaited or not, and leaves the connection usable', async () => {
    const last = db.system(async (tx) => {
      await tx.query(insert(5));
      return await tx.query(insert(1));
    });
    await expect(last).rejects.toMatchObject({ code: 'ALREADY_EXISTS' });
    const together = db.system((tx) => Promise.all([tx.query(insert(1)), tx.query(insert(6))]));
    await expect(together).rejects.toMatchObject({ code: 'ALREADY_EXISTS' });
    const unheard = db.system(async (tx) => {
      tx.query(insert(1)).catch(() => undefined);
      await Promise.resolve();
    });
    await expect(unheard).rejects.toMatchObject({ reason: 'TRANSACTION_FAILED' });
    expect(await notes()).toEqual([1, 2]);
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
    log: silentLogger(),
  });
}

describe('a transaction whose opening statement fails', () => {
  it.each([
    ['before its BEGIN', 'BEGIN; SELEC 1'],
    ['after its BEGIN', 'BEGIN; SELECT 1 / 0'],
  ])('%s does not start the work, and the connection stays usable', async (_, opening) => {
    const pool = onePool();
    const work = vi.fn(async (tx: Tx) => tx.query(insert(101)));
    const failed = inTransaction(pool, opening, hooks, work);
    await expect(failed).rejects.toMatchObject({ reason: 'DATABASE_ERROR' });
    expect(work).not.toHaveBeenCalled();
    const seen = await inTransaction(pool, 'BEGIN', hooks, (tx) => tx.query(COUNT));
    expect(seen).toEqual([{ n: (await notes()).length }]);
    await pool.close();
  });

  it('leaves the database open for the next transaction', async () => {
    // A service without a role for all companies.
    const appOnly = openDatabase({ ...schema(), service: 'nobody', maxConnections: 1, log: silentLogger() });
    const one = (tx: Tx) => tx.query('SELECT 1 AS one');
    await expect(appOnly.tenant('all', one)).rejects.toMatchObject({ cause: { sqlState: '22023' } });
    expect(await appOnly.tenant({ companies: [1] }, one)).toEqual([{ one: 1 }]);
    await appOnly.close();
  });
});

describe('statements of a transaction', () => {
  it('wait for the opening statement, then are pipelined', async () => {
    const proxy = await holdingProxy(schema().address);
    const held = openDatabase({ ...schema(), address: proxy.address, service: 'audit', log: silentLogger() });
    // Opens the connection.
    await held.system((tx) => tx.query(COUNT));
    const sent = (...texts: string[]) =>
      vi.waitUntil(() => texts.every((text) => proxy.held().includes(text)), { timeout: 60_000 });
    proxy.hold();
    const done = held.system(async (tx) => {
      proxy.hold();
      const [rows] = await Promise.all([tx.query(COUNT), tx.query('SELECT 1')]);
      return rows;
    });
    await sent('BEGIN');
    expect(proxy.held()).not.toContain('count(*)');
    proxy.letGo();
    await sent('count(*)', 'SELECT 1').finally(proxy.letGo);
    expect(await done).toEqual([{ n: (await notes()).length }]);
    await held.close();
    await proxy.close();
  });
});
