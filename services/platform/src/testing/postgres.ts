import { createHash, randomBytes } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import pg from 'pg';
import { inject } from 'vitest';
import type { ServiceName } from '../core/context/caller.ts';
import { silentLogger } from '../core/log/log.ts';
import {
  connectionSettings,
  type DatabaseAddress,
  type Login,
  type ServiceLogins,
} from '../postgres/connection.ts';
import { migrate, migrationsHash } from '../postgres/migrate.ts';
import { type OpenDatabase, openDatabase } from '../postgres/open-database.ts';
import {
  type AdminAccess,
  BUS_SQL,
  provisionBus,
  provisionService,
  ROLES_SQL,
  serviceLogins,
} from '../postgres/provision.ts';
import { valueParsers } from '../postgres/value-parsers.ts';

declare module 'vitest' {
  interface ProvidedContext {
    /** Administrator access to the server of this test run, which a global setup starts. */
    postgres: AdminAccess;
  }
}

export interface SchemaSpec {
  readonly service: ServiceName;
  readonly migrations: URL;
}

/** Address and logins of a schema. */
export interface TestSchema {
  readonly address: DatabaseAddress;
  readonly logins: ServiceLogins;
}

/** A separate database for a test file, with the roles of production. */
export interface TestDatabases {
  readonly services: ReadonlyMap<ServiceName, TestSchema>;
  readonly bus: { readonly address: DatabaseAddress; readonly login: Login };
  /** Opens a service's schema; closed by drop(). */
  open(service: ServiceName): OpenDatabase;
  /** Runs SQL as superuser, who bypasses row-level security: for assertions and planted faults. */
  sql<R extends object>(text: string, values?: readonly unknown[]): Promise<R[]>;
  /** Closes the databases that open() opened, and drops the database. */
  drop(): Promise<void>;
}

export interface TestDatabase extends TestDatabases {
  readonly db: OpenDatabase;
}

/** One service's schema in a separate database. */
export async function testDatabase(service: ServiceName, migrations: URL): Promise<TestDatabase> {
  const databases = await testDatabases([{ service, migrations }]);
  return { ...databases, db: databases.open(service) };
}

/** Several services' schemas and the bus in one database, cloned from a template that is created once per run. */
export async function testDatabases(specs: readonly SchemaSpec[]): Promise<TestDatabases> {
  const server = inject('postgres');
  const template = await ensureTemplate(server, specs);
  const database = `d_${randomBytes(6).toString('hex')}`;
  await asAdmin(server, 'postgres', async (client) => {
    // Copied as files: page by page through the server's buffers costs three times as much.
    await client.query(`CREATE DATABASE ${database} TEMPLATE ${template} STRATEGY FILE_COPY`);
    // Privileges on the database itself are not cloned.
    await client.query(`REVOKE ALL ON DATABASE ${database} FROM PUBLIC`);
    const logins = specs.flatMap(({ service }) => [`${service}_app`, `${service}_system`]);
    await client.query(`GRANT CONNECT ON DATABASE ${database} TO ${['bus', ...logins].join(', ')}`);
  });
  const address = { ...server.address, database };
  const sql = new pg.Pool({
    ...connectionSettings(address, server.admin, 'assertions'),
    max: 2,
    types: valueParsers,
    allowExitOnIdle: true,
  });
  sql.on('error', () => undefined);
  const opened: OpenDatabase[] = [];
  return {
    services: new Map(
      specs.map(({ service }) => [
        service,
        { address, logins: serviceLogins(service, passwordsOf(service)) },
      ]),
    ),
    bus: { address, login: { user: 'bus', password: busPassword } },
    open(service) {
      const logins = serviceLogins(service, passwordsOf(service));
      const db = openDatabase({ service, address, logins, log: silentLogger() });
      opened.push(db);
      return db;
    },
    async sql<R extends object>(text: string, values: readonly unknown[] = []) {
      return (await sql.query<R>(text, [...values])).rows;
    },
    async drop() {
      await Promise.all([...opened.map((db) => db.close()), sql.end()]);
      await asAdmin(server, 'postgres', (client) =>
        client.query(`DROP DATABASE IF EXISTS ${database} WITH (FORCE)`),
      );
    },
  };
}

export const busPassword = 'bus-test';

/** Fixed passwords, because roles are shared by all databases of the server. */
export function passwordsOf(service: string) {
  return { app: `${service}-app-test`, system: `${service}-system-test` };
}

async function ensureTemplate(server: AdminAccess, specs: readonly SchemaSpec[]): Promise<string> {
  const name = await templateName(specs);
  await asAdmin(server, 'postgres', async (client) => {
    // One at a time: roles belong to the server, and two sessions cannot alter one at once.
    await client.query(`SELECT pg_advisory_lock(hashtext('pii-vault templates'))`);
    const { rowCount } = await client.query('SELECT FROM pg_database WHERE datname = $1', [name]);
    if (rowCount !== 0) return;
    await client.query(`DROP DATABASE IF EXISTS ${name}_new`);
    await client.query(`CREATE DATABASE ${name}_new`);
    const access = { address: { ...server.address, database: `${name}_new` }, admin: server.admin };
    await provisionBus(access, busPassword);
    for (const { service, migrations } of specs) {
      await provisionService(access, service, passwordsOf(service));
      await migrate({ ...access, service, migrations });
    }
    await client.query(`ALTER DATABASE ${name}_new RENAME TO ${name}`);
  });
  return name;
}

async function templateName(specs: readonly SchemaSpec[]): Promise<string> {
  const hash = createHash('sha256');
  for (const file of [ROLES_SQL, BUS_SQL]) hash.update(await readFile(file));
  for (const spec of specs) hash.update(`${spec.service}\0${await migrationsHash(spec.migrations)}\0`);
  return `t_${hash.digest('hex').slice(0, 16)}`;
}

async function asAdmin<T>(
  server: AdminAccess,
  database: string,
  work: (client: pg.Client) => Promise<T>,
): Promise<T> {
  const client = new pg.Client(
    connectionSettings({ ...server.address, database }, server.admin, 'test databases'),
  );
  await client.connect();
  try {
    return await work(client);
  } finally {
    await client.end();
  }
}
