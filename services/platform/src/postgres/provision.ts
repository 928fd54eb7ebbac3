import { readFile } from 'node:fs/promises';
import pg from 'pg';
import { connectionSettings, type DatabaseAddress, type Login, type ServiceLogins } from './connection.ts';

/** The roles and schema of one service as SQL; see the file's head for its settings. */
export const ROLES_SQL = new URL('../../sql/roles.sql', import.meta.url);
/** Schema, role and tables of the Postgres bus. */
export const BUS_SQL = new URL('../../sql/bus.sql', import.meta.url);

export interface AdminAccess {
  readonly address: DatabaseAddress;
  /** May create roles and schemas. */
  readonly admin: Login;
}

export interface ServicePasswords {
  readonly app: string;
  readonly system: string;
}

/** Makes or updates the roles, the schema and the privileges of one service. Safe to repeat and to run at once. */
export async function provisionService(
  access: AdminAccess,
  service: string,
  passwords: ServicePasswords,
): Promise<ServiceLogins> {
  await runScript(access, ROLES_SQL, {
    'provision.service': service,
    'provision.app_password': passwords.app,
    'provision.system_password': passwords.system,
  });
  return serviceLogins(service, passwords);
}

/** Makes or updates schema, role and tables of the Postgres bus. Safe to repeat and to run at once. */
export async function provisionBus(access: AdminAccess, password: string): Promise<Login> {
  await runScript(access, BUS_SQL, { 'bus.password': password });
  return { user: 'bus', password };
}

/** The logins that provisionService makes. */
export function serviceLogins(service: string, passwords: ServicePasswords): ServiceLogins {
  return {
    app: { user: `${service}_app`, password: passwords.app },
    system: { user: `${service}_system`, password: passwords.system },
  };
}

async function runScript(access: AdminAccess, script: URL, settings: Record<string, string>): Promise<void> {
  const client = new pg.Client(connectionSettings(access.address, access.admin, 'provision'));
  await client.connect();
  try {
    await client.query('BEGIN');
    for (const [name, value] of Object.entries(settings))
      await client.query('SELECT set_config($1, $2, true)', [name, value]);
    await client.query(await readFile(script, 'utf8'));
    await client.query('COMMIT');
  } finally {
    await client.end();
  }
}
