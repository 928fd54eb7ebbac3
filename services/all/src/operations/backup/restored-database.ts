import { auditConfig } from '@pii-vault/audit/config';
import { auditModule } from '@pii-vault/audit/module';
import { openRevocations } from '@pii-vault/audit/revocations/open-revocations';
import type { RevocationFile } from '@pii-vault/audit/revocations/revocation-file';
import { cryptoModule } from '@pii-vault/crypto/module';
import { identityModule } from '@pii-vault/identity/module';
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
import { parseDatabaseUrl } from '@pii-vault/platform/runtime/process/database-url';
import { ownSettings, processSettings } from '@pii-vault/platform/runtime/process/process-settings';
import { tenancyModule } from '@pii-vault/tenancy/module';
import { vaultModule } from '@pii-vault/vault/module';
import type { RpcOnlyAccess } from '../rpc-only-host.ts';

/** Modules that replay revocations, and audit. */
const MODULES = [cryptoModule, tenancyModule, identityModule, vaultModule, auditModule];

export interface RestoredDatabase extends Omit<RpcOnlyAccess, 'bus'> {
  readonly revocations: RevocationFile;
  /** File of the signed checkpoints outside the database. */
  readonly checkpoints: string;
}

/**
 * Opens the database of separately running services from the settings of crypto, tenancy, identity, vault and audit
 * together.
 * @throws ConfigError with all problems
 */
export function restoredDatabase(env: Environment): RestoredDatabase {
  const problems: string[] = [];
  const address = addressOf(env, problems);
  const databases = new Map<ServiceName, ServiceDatabase>();
  for (const { name } of MODULES) {
    const { databasePassword, systemDatabasePassword } = ownSettings(name, true).shape;
    const own = defineConfig(name.toUpperCase(), { databasePassword, systemDatabasePassword });
    const passwords = attempt(() => loadConfig(own, env), problems);
    if (passwords === undefined || address === undefined) continue;
    const [app, system] = [passwords.databasePassword, passwords.systemDatabasePassword];
    const logins = serviceLogins(name, { app: app?.reveal() ?? '', system: system?.reveal() ?? '' });
    databases.set(name, { address, logins });
  }
  const audit = attempt(() => loadConfig(auditConfig, env), problems);
  const revocations = audit === undefined ? undefined : openRevocations(audit);
  const checkpoints = audit?.checkpointFile;
  if (audit !== undefined && revocations === undefined) problems.push('AUDIT_REVOCATION_FILE: name the list');
  if (audit !== undefined && checkpoints === undefined)
    problems.push('AUDIT_CHECKPOINT_FILE: name the file of checkpoints');
  if (problems.length > 0 || revocations === undefined || checkpoints === undefined)
    throw new ConfigError(problems);
  return { databases, env, revocations, checkpoints };
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

function attempt<T>(load: () => T, problems: string[]): T | undefined {
  try {
    return load();
  } catch (error) {
    if (!(error instanceof ConfigError)) throw error;
    problems.push(...error.problems);
    return undefined;
  }
}
