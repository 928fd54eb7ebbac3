import { trace } from '@opentelemetry/api';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { AppError } from '../core/errors/app-error.ts';
import { silentLogger } from '../core/log/log.ts';
import { withSpan } from '../core/telemetry/span.ts';
import { type TestDatabase, testDatabase } from '../testing/postgres.ts';
import { recordSpans } from '../testing/recorded-spans.ts';
import { PLATFORM_MIGRATIONS } from './migrate.ts';
import { openDatabase } from './open-database.ts';
import { createPool } from './pool.ts';
import { inTrace } from './single-statement.ts';

let test: TestDatabase;

beforeAll(async () => {
  test = await testDatabase('vault', PLATFORM_MIGRATIONS);
  await test.sql(`SET ROLE vault_owner`);
  await test.sql(`
    SET ROLE vault_owner;
    SET search_path = vault;
    CREATE TABLE person (company_id bigint, id bigint, name text, PRIMARY KEY (company_id, id));
    ALTER TABLE person ENABLE ROW LEVEL SECURITY;
    ALTER TABLE person FORCE ROW LEVEL SECURITY;
    CREATE POLICY tenant ON person TO vault_app USING (company_id = ANY ((SELECT app.companies())::bigint[]));
    CREATE POLICY all_companies ON person TO vault_all USING (true);
    RESET ROLE;
    INSERT INTO person VALUES (1, 1, 'a'), (2, 2, 'b'), (3, 3, 'c');
    RESET search_path`);
});
afterAll(() => test.drop());

const idsSeen = (scope: Parameters<TestDatabase['db']['tenant']>[0]) =>
  test.db.tenant(scope, async (tx) =>
    (await tx.query<{ id: number }>('SELECT id FROM person ORDER BY id')).map((r) => r.id),
  );

describe('statement', () => {
  it('is one transaction without a company scope, which functions set', async () => {
    expect(await test.db.statement({ name: 'all', text: 'SELECT id FROM person' })).toEqual([]);
    const text = `SELECT set_config('app.companies', '{2}', true), (SELECT count(*)::int FROM outbox) AS n`;
    await expect(test.db.statement({ name: 'scope', text })).rejects.toMatchObject({ code: 'INTERNAL' });
    expect(await idsSeen({ companies: [] })).toEqual([]);
  });

  it('is atomic, and wakes the relay only after its commit', async () => {
    let woken = 0;
    const stop = test.db.onOutboxCommit(() => {
      woken += 1;
    });
    const insert = (values: string) => ({
      name: `insert ${values}`,
      text: `WITH scope AS MATERIALIZED (SELECT set_config('app.companies', ${inTrace('$1', `'{4}'`)}, true))
        INSERT INTO person SELECT v.* FROM scope, (VALUES ${values}) AS v(company_id, id, name)`,
    });
    const twice = test.db.statement(insert(`(4, 41, 'x'), (4, 41, 'y')`), { wroteOutbox: true });
    await expect(twice).rejects.toMatchObject({ code: 'ALREADY_EXISTS' });
    expect([await idsSeen({ companies: [4] }), woken]).toEqual([[], 0]);
    await test.db.statement(insert(`(4, 42, 'x')`), { wroteOutbox: true });
    expect([await idsSeen({ companies: [4] }), woken]).toEqual([[42], 1]);
    stop();
    await test.sql('DELETE FROM vault.person WHERE company_id = 4');
  });
});

describe('read', () => {
  it('reads in one statement', async () => {
    expect(await test.db.read({ name: 'one', text: 'SELECT 1 AS one' })).toEqual([{ one: 1 }]);
  });

  it('has no unknown outcome if its connection breaks', async () => {
    const end = { name: 'end', text: 'SELECT pg_terminate_backend(pg_backend_pid())' };
    await expect(test.db.read(end)).rejects.toMatchObject({ reason: 'DATABASE_UNAVAILABLE' });
    await expect(test.db.statement(end)).rejects.toMatchObject({ reason: 'COMMIT_UNKNOWN' });
  });
});

describe('a statement that writes to the outbox', () => {
  const insert = {
    name: 'insert event',
    text: `INSERT INTO outbox (topic, key, company_id, payload) SELECT ${inTrace('$2', `'test'`)}, 'key', 1, $1::bytea`,
    values: [Buffer.of(1)],
  };
  const write = () => test.db.statement(insert, { wroteOutbox: true });
  const written = async () => {
    const rows = await test.sql<{ traceparent: string | null }>(
      "DELETE FROM vault.outbox WHERE topic = 'test' RETURNING traceparent",
    );
    return rows.map((row) => row.traceparent);
  };

  it('sets the trace of its rows in one round trip, but not of later rows', async () => {
    const recorded = recordSpans();
    const traceId = await withSpan('request', 'server', {}, async () => {
      await write();
      return trace.getActiveSpan()?.spanContext().traceId;
    });
    const [span] = recorded.of(traceId).filter(({ name }) => name === 'vault insert event');
    recorded.stop();
    expect(await written()).toEqual([`00-${traceId}-${span?.spanContext().spanId}-01`]);
    const text = "SELECT nullif(current_setting('app.traceparent', true), '') AS left";
    const left = () => test.db.statement<{ left: string | null }>({ name: 'trace left', text });
    expect(await Promise.all(Array.from({ length: 20 }, left))).toEqual(
      Array.from({ length: 20 }, () => [{ left: null }]),
    );
    await write();
    expect(await written()).toEqual([null]);
  });
});

describe('tenant', () => {
  it('sees only the rows of its companies', async () => {
    expect(await idsSeen({ companies: [1] })).toEqual([1]);
    expect(await idsSeen({ companies: [1, 3] })).toEqual([1, 3]);
    expect(await idsSeen({ companies: [] })).toEqual([]);
    expect(await idsSeen('all')).toEqual([1, 2, 3]);
  });

  it('leaves no company and no role on the connection', async () => {
    await Promise.all(Array.from({ length: 20 }, () => idsSeen('all')));
    const seen = await Promise.all(
      Array.from({ length: 40 }, (_, i) => idsSeen({ companies: [(i % 3) + 1] }).then((ids) => ids.join())),
    );
    expect(seen).toEqual(Array.from({ length: 40 }, (_, i) => String((i % 3) + 1)));
    expect(await idsSeen({ companies: [] })).toEqual([]);
  });

  it('cannot write into another company', async () => {
    const write = test.db.tenant({ companies: [1] }, (tx) =>
      tx.query(`INSERT INTO person VALUES (2, 9, 'x')`),
    );
    await expect(write).rejects.toMatchObject({ code: 'INTERNAL' });
    await test.db.tenant({ companies: [1] }, (tx) => tx.query(`UPDATE person SET name = 'x'`));
    expect(await test.sql(`SELECT id FROM vault.person WHERE name = 'x'`)).toEqual([{ id: 1 }]);
  });

  it('cannot use DDL or TRUNCATE, or read the outbox', async () => {
    for (const statement of [
      'CREATE TABLE t (a int)',
      'TRUNCATE person',
      'SELECT * FROM outbox',
      'SELECT * FROM migrations',
    ])
      await expect(test.db.tenant('all', (tx) => tx.query(statement))).rejects.toMatchObject({
        code: 'INTERNAL',
      });
  });

  it('refuses a scope that does not consist of ids', async () => {
    for (const id of [0, -1, 1.5, Number.NaN, 2 ** 53])
      await expect(idsSeen({ companies: [id] })).rejects.toMatchObject({ reason: 'INVALID_SCOPE' });
  });
});

describe('transaction', () => {
  it('rolls back when the work throws, and rethrows the error', async () => {
    const failed = test.db.tenant({ companies: [1] }, async (tx) => {
      await tx.query(`INSERT INTO person VALUES (1, 50, 'x')`);
      throw new AppError('NOT_FOUND', 'NOT_FOUND', 'Not found');
    });
    await expect(failed).rejects.toMatchObject({ code: 'NOT_FOUND' });
    expect(await test.sql('SELECT 1 FROM vault.person WHERE id = 50')).toEqual([]);
  });

  it('does not report success if the work caught the error of a statement', async () => {
    const swallowed = test.db.tenant({ companies: [1] }, (tx) => tx.query('SELECT 1/0').catch(() => 'fine'));
    await expect(swallowed).rejects.toMatchObject({ reason: 'TRANSACTION_FAILED' });
  });

  it('maps constraint errors to a conflict without values', async () => {
    const conflict = await test.db
      .tenant({ companies: [1] }, (tx) => tx.query(`INSERT INTO person VALUES (1, 1, 'secret')`))
      .catch((error: unknown) => error);
    expect(conflict).toMatchObject({
      code: 'ALREADY_EXISTS',
      cause: { sqlState: '23505', constraint: 'person_pkey' },
    });
    const cast = await test.db
      .tenant({ companies: [1] }, (tx) => tx.query(`SELECT 'ABCDE1234F'::bigint`))
      .catch((error: unknown) => error);
    expect(cast).toMatchObject({ code: 'INTERNAL' });
    expect(JSON.stringify(cast, Object.getOwnPropertyNames(Object(cast)))).not.toContain('ABCDE1234F');
    expect(String(Object(cast).cause)).not.toContain('ABCDE1234F');
  });

  it('recovers from a terminated connection, during a query and between queries', async () => {
    const kill = (pid: number | undefined) => test.sql('SELECT pg_terminate_backend($1)', [pid]);
    const pidOf = 'SELECT pg_backend_pid() AS pid';
    const between = test.db.tenant('all', async (tx) => {
      const [row] = await tx.query<{ pid: number }>(pidOf);
      await kill(row?.pid);
      await tx.query('SELECT 1');
    });
    await expect(between).rejects.toMatchObject({ code: 'UNAVAILABLE' });
    const atCommit = test.db.tenant('all', async (tx) => {
      const [row] = await tx.query<{ pid: number }>(pidOf);
      await kill(row?.pid);
    });
    await expect(atCommit).rejects.toMatchObject({ code: 'UNAVAILABLE', reason: 'COMMIT_UNKNOWN' });
    expect(await idsSeen({ companies: [2] })).toEqual([2]);
  });

  it('runs after-commit work only after a commit', async () => {
    const calls: string[] = [];
    await test.db.system(async (tx) => tx.afterCommit(() => calls.push('committed')));
    await test.db
      .system(async (tx) => {
        tx.afterCommit(() => calls.push('rolled back'));
        throw new Error('no');
      })
      .catch(() => undefined);
    expect(calls).toEqual(['committed']);
  });

  it('runs parallel queries in sequence, and none after a failed one', async () => {
    const sums = await test.db.system((tx) =>
      Promise.all(
        [1, 2, 3].map(async (n) => (await tx.query<{ n: number }>('SELECT $1::int + 1 AS n', [n]))[0]?.n),
      ),
    );
    expect(sums).toEqual([2, 3, 4]);
    const later: Promise<unknown>[] = [];
    const failed = test.db.tenant({ companies: [1] }, async (tx) => {
      const queries = [tx.query('SELECT 1/0'), tx.query(`INSERT INTO person VALUES (1, 70, 'x')`)];
      for (const query of queries) later.push(query.catch((error: unknown) => AppError.from(error).code));
      await Promise.all(queries);
    });
    await expect(failed).rejects.toMatchObject({ reason: 'DATABASE_ERROR' });
    expect(await Promise.all(later)).toEqual(['INTERNAL', 'INTERNAL']);
    expect(await test.sql('SELECT 1 FROM vault.person WHERE id = 70')).toEqual([]);
  });

  it('refuses queries after its end', async () => {
    let leaked: (() => Promise<unknown>) | undefined;
    await test.db.system(async (tx) => {
      leaked = () => tx.query('SELECT 1');
    });
    await expect(leaked?.()).rejects.toMatchObject({ reason: 'TRANSACTION_OVER' });
  });

  it('reads and writes the documented types', async () => {
    const [row] = await test.db.system((tx) =>
      tx.query<{
        big: number;
        list: number[];
        day: string;
        at: Date;
        raw: Buffer;
        doc: object;
        nested: Buffer[];
      }>({
        name: 'types',
        text: `SELECT $1::bigint AS big, '{1,2}'::bigint[] AS list, '2026-01-31'::date AS day, now() AS at,
                 $2::bytea AS raw, '{"a":1}'::jsonb AS doc, $3::bytea[] AS nested`,
        values: [2 ** 40, Buffer.from([0, 255]), [Buffer.from([1]), Buffer.from([2, 0])]],
      }),
    );
    expect(row).toMatchObject({ big: 2 ** 40, list: [1, 2], day: '2026-01-31', doc: { a: 1 } });
    expect(row?.at).toBeInstanceOf(Date);
    expect(row?.raw).toEqual(Buffer.from([0, 255]));
    expect(row?.nested).toEqual([Buffer.from([1]), Buffer.from([2, 0])]);
    await expect(test.db.system((tx) => tx.query('SELECT 9007199254740993::bigint'))).rejects.toThrow();
  });
});

describe('pool', () => {
  it('bounds its connections and refuses callers when the queue is full', async () => {
    const schema = test.services.get('vault');
    if (schema === undefined) throw new Error('no schema');
    const pool = createPool({
      address: schema.address,
      login: schema.logins.app,
      applicationName: 'bounded',
      maxConnections: 1,
      maxWaiting: 1,
      log: silentLogger(),
    });
    const first = await pool.take();
    const second = pool.take();
    await expect(pool.take()).rejects.toMatchObject({ code: 'RESOURCE_EXHAUSTED', reason: 'DATABASE_BUSY' });
    first.release();
    (await second).release();
    await pool.close();
  });

  it('reports an unavailable database when no server listens', async () => {
    const schema = test.services.get('vault');
    if (schema === undefined) throw new Error('no schema');
    const db = openDatabase({
      service: 'vault',
      address: { host: '127.0.0.1', port: 1, database: 'x' },
      logins: schema.logins,
      log: silentLogger(),
    });
    await expect(db.ready()).rejects.toMatchObject({ code: 'UNAVAILABLE', reason: 'DATABASE_UNAVAILABLE' });
    await db.close();
  });
});
