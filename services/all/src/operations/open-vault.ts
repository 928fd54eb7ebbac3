import { readFile, stat } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { openLines } from '@pii-vault/audit/outside/open-lines';
import { type RevocationFile, revocationFile } from '@pii-vault/audit/revocations/revocation-file';
import type { Environment } from '@pii-vault/platform/core/config/config';
import { loadConfig } from '@pii-vault/platform/core/config/config';
import type { ServiceName } from '@pii-vault/platform/core/context/caller';
import { silentLogger } from '@pii-vault/platform/core/log/log';
import { postgresBus } from '@pii-vault/platform/messaging/postgres-bus';
import type { ServiceDatabase } from '@pii-vault/platform/postgres/connection';
import { serviceLogins } from '@pii-vault/platform/postgres/provision';
import { DATABASE_NAME, startDatabase } from '../launcher/embedded/database.ts';
import { clearRestoreMark, markRestoreStarted } from '../launcher/embedded/restore-mark.ts';
import { type LocalSecrets, openLocalSecrets } from '../launcher/embedded/secrets.ts';
import { moduleEnv, REVOCATIONS } from '../launcher/module-env.ts';
import { settings } from '../launcher/settings.ts';
import { allModules } from '../modules.ts';
import type { OpenVault } from './vault-access.ts';

async function openList(path: string, secrets: LocalSecrets): Promise<RevocationFile> {
  return revocationFile(openLines(path), Buffer.from(await secrets.get(REVOCATIONS), 'base64'));
}

function placesOf(env: Environment) {
  const config = loadConfig(settings, env);
  const keysDir = resolve(config.keysDir);
  const facts = { environment: config.environment, port: 0, keysDir, consoleDir: '' };
  return {
    dataDir: resolve(config.dataDir),
    postgresBin: config.postgresBin,
    keysDir,
    facts,
    checkpoints: openLines(join(keysDir, 'audit-checkpoints')),
    revocations: join(keysDir, REVOCATIONS),
  };
}

/** Opens the database of the running vault on this data folder without stopping it. @throws Error when none runs */
export async function runningVault(env: Environment): Promise<OpenVault> {
  const { dataDir, keysDir, facts, checkpoints, revocations } = placesOf(env);
  const folder = join(dataDir, 'postgres');
  const pid = await readFile(join(folder, 'pgdata/postmaster.pid'), 'utf8').catch(() => undefined);
  if (pid === undefined)
    throw new Error('No vault is running on this data folder: start it with `make run` first');
  const address = { host: '127.0.0.1', port: Number(pid.split('\n')[3]), database: DATABASE_NAME };
  const secrets = await openLocalSecrets(keysDir);
  const databases = new Map<ServiceName, ServiceDatabase>();
  for (const { name, migrations } of allModules) {
    if (migrations === undefined) continue;
    const app = await secrets.get(`${name}-database`);
    const system = await secrets.get(`${name}-system-database`);
    databases.set(name, { address, logins: serviceLogins(name, { app, system }) });
  }
  const login = { user: 'bus', password: await secrets.get('bus-database') };
  const bus = postgresBus({ address, login, log: silentLogger() });
  const password = (await readFile(join(folder, 'admin-password'), 'utf8')).trim();
  return {
    access: { address, admin: { user: 'postgres', password } },
    databases,
    bus,
    env: { ...(await moduleEnv(facts)), ...env },
    checkpoints,
    revocations: await openList(revocations, secrets),
    busSchema: 'bus',
    close: () => bus.close(),
  };
}

export interface NewVault extends OpenVault {
  /** Allows starts on this database; until then it is being filled. */
  release(): Promise<void>;
}

/** Creates a database in the data folder with the existing keys and secrets. @throws Error when a database exists */
export async function newVault(env: Environment): Promise<NewVault> {
  const { dataDir, postgresBin, keysDir, facts, checkpoints, revocations } = placesOf(env);
  const isThere = await stat(join(dataDir, 'postgres')).catch(() => undefined);
  if (isThere !== undefined)
    throw new Error(
      `There is already a database in ${dataDir}: move the folder away first; a restore never overwrites data`,
    );
  const secrets = await openLocalSecrets(keysDir);
  const database = await startDatabase({ dataDir, postgresBin }, allModules, secrets, silentLogger());
  await markRestoreStarted(dataDir);
  const bus = postgresBus({ ...database.bus, log: silentLogger() });
  return {
    access: database.postgres.access(DATABASE_NAME),
    databases: database.services,
    bus,
    env: { ...(await moduleEnv(facts)), ...env },
    checkpoints,
    revocations: await openList(revocations, secrets),
    busSchema: 'bus',
    release: () => clearRestoreMark(dataDir),
    async close() {
      await bus.close();
      await database.postgres.stop();
    },
  };
}
