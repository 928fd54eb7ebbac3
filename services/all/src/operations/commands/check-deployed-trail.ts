import { auditModule } from '@pii-vault/audit/module';
import { ConfigError, type Environment } from '@pii-vault/platform/core/config/config';
import type { ServiceDatabase } from '@pii-vault/platform/postgres/connection';
import { deployedServices } from '../deployed-services.ts';
import { runChecker } from './run-checker.ts';

/**
 * Runs `ops fsck`: the checker on the database of separately running services, as audit's system role, with the file of
 * checkpoints if the settings name one.
 * @returns the checker's exit code
 * @throws ConfigError with all problems
 */
export function checkDeployedTrail(env: Environment): number {
  const problems: string[] = [];
  const database = deployedServices(env, [auditModule], problems).get('audit');
  if (database === undefined) throw new ConfigError(problems);
  return checkTrailIn(database, env);
}

/** The same for one database. */
export function checkTrailIn({ address, logins }: ServiceDatabase, env: Environment): number {
  const { user, password } = logins.system;
  // The host may be the folder of a Unix socket, so it is a parameter.
  const parameters = new URLSearchParams({ host: address.host, port: String(address.port) });
  if (env.PIIVAULT_DATABASE_CA_FILE) {
    parameters.set('sslmode', 'verify-full');
    parameters.set('sslrootcert', env.PIIVAULT_DATABASE_CA_FILE);
  }
  const url = `postgres://${user}:${encodeURIComponent(password)}@/${address.database}?${parameters}`;
  const file = env.AUDIT_CHECKPOINT_FILE;
  // The URL has a password, so it is passed in the environment: other users can read a command line.
  return runChecker(file ? ['--checkpoints', file] : [], { ...env, AUDIT_FSCK_URL: url });
}
