import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { auditConfig } from '@pii-vault/audit/config';
import { auditModule } from '@pii-vault/audit/module';
import { allLines } from '@pii-vault/audit/outside/line-store';
import { openLines } from '@pii-vault/audit/outside/open-lines';
import { ConfigError, type Environment, loadConfig } from '@pii-vault/platform/core/config/config';
import type { ServiceDatabase } from '@pii-vault/platform/postgres/connection';
import { deployedServices } from '../deployed-services.ts';
import { runChecker } from './run-checker.ts';

/**
 * Runs `ops fsck`: the checker on the database of separately running services, as audit's system role, with the signed
 * checkpoints if the settings name their place.
 * @returns the checker's exit code
 * @throws ConfigError with all problems
 */
export async function checkDeployedTrail(env: Environment): Promise<number> {
  const problems: string[] = [];
  const database = deployedServices(env, [auditModule], problems).get('audit');
  if (database === undefined) throw new ConfigError(problems);
  const config = loadConfig(auditConfig, env);
  if (config.checkpointFile === undefined) return checkTrailIn(database, env, []);
  // The checker shares no code with the vault and reads a file, so it gets a copy.
  const folder = await mkdtemp(join(tmpdir(), 'checkpoints-'));
  try {
    const file = join(folder, 'checkpoints');
    const lines = await allLines(openLines(config.checkpointFile, config));
    await writeFile(file, lines.map((line) => `${line}\n`).join(''), { mode: 0o600 });
    return checkTrailIn(database, env, ['--checkpoints', file]);
  } finally {
    await rm(folder, { recursive: true });
  }
}

/** The checker on one database. @returns its exit code */
export function checkTrailIn(
  { address, logins }: ServiceDatabase,
  env: Environment,
  args: readonly string[],
): number {
  const { user, password } = logins.system;
  // The host may be the folder of a Unix socket, so it is a parameter.
  const parameters = new URLSearchParams({ host: address.host, port: String(address.port) });
  if (env.PIIVAULT_DATABASE_CA_FILE) {
    parameters.set('sslmode', 'verify-full');
    parameters.set('sslrootcert', env.PIIVAULT_DATABASE_CA_FILE);
  }
  const url = `postgres://${user}:${encodeURIComponent(password)}@/${address.database}?${parameters}`;
  // The URL has a password, so it is passed in the environment: other users can read a command line.
  return runChecker(args, { ...env, AUDIT_FSCK_URL: url });
}
