import {
  ConfigError,
  type ConfigSchema,
  defineConfig,
  type Environment,
  loadConfig,
} from '@pii-vault/platform/core/config/config';
import type { ServiceName } from '@pii-vault/platform/core/context/caller';
import type { DatabaseAddress, ServiceDatabase } from '@pii-vault/platform/postgres/connection';
import { serviceLogins } from '@pii-vault/platform/postgres/provision';
import type { Module } from '@pii-vault/platform/runtime/module/module';
import { parseDatabaseUrl } from '@pii-vault/platform/runtime/process/database-url';
import { ownSettings, processSettings } from '@pii-vault/platform/runtime/process/process-settings';

/**
 * The databases of separately running services, from the settings of these services together.
 * @param problems receives what the settings lack
 */
export function deployedServices(
  env: Environment,
  modules: readonly Pick<Module, 'name'>[],
  problems: string[],
): ReadonlyMap<ServiceName, ServiceDatabase> {
  const address = addressOf(env, problems);
  const databases = new Map<ServiceName, ServiceDatabase>();
  for (const { name } of modules) {
    const { databasePassword, systemDatabasePassword } = ownSettings(name, true).shape;
    const own = defineConfig(name.toUpperCase(), { databasePassword, systemDatabasePassword });
    const passwords = attempt(() => loadConfig(own, env), problems);
    if (passwords === undefined || address === undefined) continue;
    const [app, system] = [passwords.databasePassword, passwords.systemDatabasePassword];
    const logins = serviceLogins(name, { app: app?.reveal() ?? '', system: system?.reveal() ?? '' });
    databases.set(name, { address, logins });
  }
  return databases;
}

function addressOf(env: Environment, problems: string[]): DatabaseAddress | undefined {
  const { databaseUrl, databaseCa } = processSettings.shape;
  const config = attempt(
    () =>
      loadConfig(defineConfig('PIIVAULT', { databaseUrl, databaseCa } satisfies ConfigSchema['shape']), env),
    problems,
  );
  const address = config?.databaseUrl === undefined ? undefined : parseDatabaseUrl(config.databaseUrl);
  if (address === undefined)
    problems.push('PIIVAULT_DATABASE_URL: must be like postgres://host:5432/database');
  return config?.databaseCa === undefined || address === undefined
    ? address
    : { ...address, tls: { ca: config.databaseCa } };
}

/** Loads settings; undefined, with their problems in the list, if they are invalid. */
export function attempt<T>(load: () => T, problems: string[]): T | undefined {
  try {
    return load();
  } catch (error) {
    if (!(error instanceof ConfigError)) throw error;
    problems.push(...error.problems);
    return undefined;
  }
}
