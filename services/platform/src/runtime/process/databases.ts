import type { ServiceName } from '../../core/context/caller.ts';
import type { Logger } from '../../core/log/log.ts';
import type { ServiceDatabase } from '../../postgres/connection.ts';
import { requireDurability } from '../../postgres/durability.ts';
import { migrate } from '../../postgres/migrate.ts';
import { openDatabase } from '../../postgres/open-database.ts';
import {
  type AdminAccess,
  provisionBus,
  provisionService,
  type ServicePasswords,
  serviceLogins,
} from '../../postgres/provision.ts';
import { requireMigrations } from '../../postgres/schema-version.ts';
import type { Module } from '../module/module.ts';
import type { LoadedSettings } from './load-settings.ts';

/** Where each module's schema is, and how its two roles log in. */
export function moduleDatabases(
  modules: readonly Module[],
  settings: LoadedSettings,
): ReadonlyMap<ServiceName, ServiceDatabase> {
  const { database } = settings;
  if (database === undefined) return new Map();
  return new Map(
    withSchema(modules).map(({ name }) => [
      name,
      { address: database, logins: serviceLogins(name, passwordsOf(name, settings)) },
    ]),
  );
}

/**
 * Rejects while a schema cannot be used by its own login or lacks migrations, and in production while its server would
 * lose commits.
 */
export async function databasesAnswer(
  modules: readonly Pick<Module, 'name' | 'migrations'>[],
  databases: ReadonlyMap<ServiceName, ServiceDatabase>,
  { process }: { readonly process: Pick<LoadedSettings['process'], 'environment' | 'databaseStorage'> },
  log: Logger,
): Promise<void> {
  for (const { name: service, migrations } of withSchema(modules)) {
    const database = databases.get(service);
    if (database === undefined) continue;
    const open = openDatabase({ service, ...database, log });
    try {
      await open.ready();
      await requireMigrations(open, migrations);
      if (process.environment === 'production') await requireDurability(open, process.databaseStorage);
    } finally {
      await open.close();
    }
  }
}

/** Brings roles, schemas and tables of the modules up to date, as the owner. Safe to repeat and to run at once. */
export async function migrateModules(modules: readonly Module[], settings: LoadedSettings): Promise<void> {
  const { process, database } = settings;
  if (database === undefined) return;
  const password = process.databaseAdminPassword?.reveal() ?? '';
  const access: AdminAccess = { address: database, admin: { user: process.databaseAdminUser, password } };
  if (process.bus === 'postgres') await provisionBus(access, process.busPassword?.reveal() ?? '');
  for (const { name, migrations } of withSchema(modules)) {
    await provisionService(access, name, passwordsOf(name, settings));
    await migrate({ ...access, service: name, migrations });
  }
}

function withSchema(modules: readonly Pick<Module, 'name' | 'migrations'>[]) {
  return modules.flatMap(({ name, migrations }) => (migrations === undefined ? [] : [{ name, migrations }]));
}

function passwordsOf(name: ServiceName, { own }: LoadedSettings): ServicePasswords {
  const settings = own.get(name);
  return {
    app: settings?.databasePassword?.reveal() ?? '',
    system: settings?.systemDatabasePassword?.reveal() ?? '',
  };
}
