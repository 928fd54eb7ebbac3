import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { startEmbeddedPostgres } from '@pii-vault/all/postgres/embedded-postgres';
import { silentLogger } from '@pii-vault/platform/core/log/log';
import pg from 'pg';
import { type Measured, measure } from './load.ts';

/** A separate PostgreSQL with the settings of the vault's. */
export interface RawPostgres {
  /** Version and compiler optimisation level. */
  readonly about: string;
  /** A: a row of 600 bytes inserted and committed. */
  insert(seconds: number): Promise<Measured>;
  /** B: begin, select by key, audit insert, commit. */
  readAndAudit(seconds: number): Promise<Measured>;
  stop(): Promise<void>;
}

const CONNECTIONS = 16;
/** Sufficient for loops of one to four statements. */
const WARM_UP_SECONDS = 0.3;
const ABOUT = `SELECT 'PostgreSQL ' || current_setting('server_version') || ', built with ' || substring(setting FROM '-O\\w+') AS about
  FROM pg_config WHERE name = 'CFLAGS'`;
const TABLES = `CREATE TABLE row_a (id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY, body bytea);
  CREATE TABLE row_b (id bigint PRIMARY KEY, body bytea);
  INSERT INTO row_b SELECT i, sha256(i::text::bytea) FROM generate_series(1, 10000) AS i;
  CREATE TABLE audit (id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY, body bytea)`;

/** Starts the PostgreSQL whose rates are the reference for other figures. */
export async function startRawPostgres(): Promise<RawPostgres> {
  const folder = await mkdtemp(join(tmpdir(), 'pii-vault-raw-'));
  const bin = process.env.PIIVAULT_POSTGRES_BIN || undefined;
  const postgres = await startEmbeddedPostgres({ folder, log: silentLogger(), mode: 'durable', bin });
  const { address, admin } = postgres.access('postgres');
  const clients = Array.from({ length: CONNECTIONS }, () => new pg.Client({ ...address, ...admin }));
  await Promise.all(clients.map((client) => client.connect()));
  const about = await clients[0]?.query<{ about: string }>(ABOUT);
  await clients[0]?.query(TABLES);
  const row = Buffer.alloc(600, 7);
  const client = (index: number) => clients[index] ?? new pg.Client();
  return {
    about: about?.rows[0]?.about ?? '',
    insert: (seconds) =>
      measure(
        CONNECTIONS,
        seconds,
        async (index) => {
          await client(index).query({
            name: 'a',
            text: 'INSERT INTO row_a (body) VALUES ($1)',
            values: [row],
          });
          return 1;
        },
        WARM_UP_SECONDS,
      ),
    readAndAudit: (seconds) =>
      measure(
        CONNECTIONS,
        seconds,
        async (index) => {
          const own = client(index);
          await own.query('BEGIN');
          const key = 1 + Math.floor(Math.random() * 10_000);
          await own.query({ name: 'b', text: 'SELECT body FROM row_b WHERE id = $1', values: [key] });
          await own.query({ name: 'c', text: 'INSERT INTO audit (body) VALUES ($1)', values: [row] });
          await own.query('COMMIT');
          return 1;
        },
        WARM_UP_SECONDS,
      ),
    async stop() {
      await Promise.all(clients.map((one) => one.end().catch(() => undefined)));
      await postgres.stop();
      await rm(folder, { recursive: true, force: true });
    },
  };
}
