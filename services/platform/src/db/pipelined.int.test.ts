import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { silentLogger } from '../log/log.ts';
import { type TestDatabase, testDatabase } from '../testing/postgres.ts';
import { PLATFORM_MIGRATIONS } from './migrate.ts';
import { type OpenDatabase, openDatabase } from './open-database.ts';

let test: TestDatabase;
let db: OpenDatabase;

beforeAll(async () => {
  test = await testDatabase('audit', PLATFORM_MIGRATIONS);
  await test.sql(`SET ROLE audit_owner; SET search_path = audit;
    CREATE TABLE note (id bigint PRIMARY KEY);
    GRANT SELECT, INSERT ON note TO audit_system; RESET ROLE; RESET search_path`);
  const schema = test.services.get('audit');
  if (schema === undefined) throw new Error('no schema');
  const { address, logins } = schema;
  db = openDatabase({
    service: 'audit',
    address,
    logins,
    maxSystemConnections: 1,
    log: silentLogger(),
  });
});
afterAll(async () => {
  await db.close();
  await test.drop();
});

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

describe('a pipelined transaction', () => {
  it('does statements that were given together in their order, and COPY between them', async () => {
    const copied: number[] = [];
    await db.system(async (tx) => {
      const [, , , seen] = await Promise.all([
        tx.query(insert(1)),
        tx.query(insert(2)),
        tx.copyOut('COPY (SELECT id FROM note) TO STDOUT (FORMAT binary)', (row) =>
          copied.push(row.integer(0)),
        ),
        tx.query<{ n: number }>('SELECT count(*)::int AS n FROM note'),
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
