import { randomBytes } from 'node:crypto';
import {
  type ConfigSchema,
  defineConfig,
  type Environment,
  loadConfig,
} from '@pii-vault/platform/core/config/config';
import { connectionSettings } from '@pii-vault/platform/postgres/connection';
import { migrate } from '@pii-vault/platform/postgres/migrate';
import { type AdminAccess, provisionService } from '@pii-vault/platform/postgres/provision';
import type { Module } from '@pii-vault/platform/runtime/module/module';
import { noBus } from '@pii-vault/platform/runtime/process/open-ports';
import { processSettings } from '@pii-vault/platform/runtime/process/process-settings';
import pg from 'pg';
import { allModules } from '../modules.ts';
import { restoredDatabase } from './backup/restored-database.ts';
import type { OpenVault } from './vault-access.ts';

const MODULES = allModules.flatMap(({ name, migrations }) =>
  migrations === undefined ? [] : [{ name, migrations }],
);

export type DeployedVault = Omit<OpenVault, 'close'>;

/**
 * The vault of separately running services, with the login of the database's owner. Its bus is Kafka, which a backup
 * leaves out.
 * @throws ConfigError
 */
export function deployedVault(env: Environment): DeployedVault {
  const database = restoredDatabase(env, MODULES);
  const { databaseAdminUser, databaseAdminPassword } = processSettings.shape;
  const owner = { databaseAdminUser, databaseAdminPassword: databaseAdminPassword.unwrap() };
  const config = loadConfig(defineConfig('PIIVAULT', owner satisfies ConfigSchema['shape']), env);
  const [first] = database.databases.values();
  if (first === undefined) throw new Error('The vault has no database');
  const admin = { user: config.databaseAdminUser, password: config.databaseAdminPassword.reveal() };
  return { ...database, access: { address: first.address, admin }, bus: noBus(), busSchema: undefined };
}

export interface ScratchVault extends DeployedVault {
  drop(): Promise<void>;
}

/**
 * A new, migrated database on the same server, for the check of a backup. The roles of the services get rights in it.
 * Their passwords are set to the ones that have just logged in, so they stay.
 */
export async function scratchVault(vault: DeployedVault): Promise<ScratchVault> {
  await requireCurrentPasswords(vault);
  await dropAbandoned(vault.access);
  const name = `restore_check_${randomBytes(6).toString('hex')}`;
  await asOwner(vault.access, `CREATE DATABASE ${name}`);
  const drop = async () => void (await asOwner(vault.access, `DROP DATABASE ${name} WITH (FORCE)`));
  const access = { ...vault.access, address: { ...vault.access.address, database: name } };
  try {
    for (const module of MODULES) await prepare(vault, access, module);
  } catch (error) {
    await drop();
    throw error;
  }
  const databases = new Map(
    [...vault.databases].map(([service, { logins }]) => [service, { address: access.address, logins }]),
  );
  return { ...vault, access, databases, drop };
}

async function prepare(
  vault: DeployedVault,
  access: AdminAccess,
  { name, migrations }: Pick<Module, 'name'> & { readonly migrations: URL },
): Promise<void> {
  const logins = vault.databases.get(name)?.logins;
  if (logins === undefined) throw new Error(`No database is configured for ${name}`);
  await provisionService(access, name, { app: logins.app.password, system: logins.system.password });
  await migrate({ ...access, service: name, migrations });
}

/** A stale password in the settings would be set for the running services. @throws Error if a login fails */
async function requireCurrentPasswords({ databases }: DeployedVault): Promise<void> {
  for (const { address, logins } of databases.values())
    for (const login of [logins.app, logins.system]) {
      const client = new pg.Client(connectionSettings(address, login, 'restore-check'));
      await client.connect();
      await client.end();
    }
}

/** Drops databases of checks that were killed: they have no connections. */
async function dropAbandoned(access: AdminAccess): Promise<void> {
  const abandoned = await asOwner(
    access,
    `SELECT datname FROM pg_database d WHERE datname ~ '^restore_check_[0-9a-f]{12}$'
       AND NOT EXISTS (SELECT FROM pg_stat_activity a WHERE a.datname = d.datname)`,
  );
  for (const { datname } of abandoned) await asOwner(access, `DROP DATABASE ${datname}`);
}

async function asOwner({ address, admin }: AdminAccess, sql: string): Promise<{ datname: string }[]> {
  const client = new pg.Client(connectionSettings(address, admin, 'restore-check'));
  await client.connect();
  return (await client.query<{ datname: string }>(sql).finally(() => client.end())).rows;
}
