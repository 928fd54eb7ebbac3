import { execFile } from 'node:child_process';
import { rm } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { promisify } from 'node:util';
import { loadConfig } from '@pii-vault/platform/core/config/config';
import type { ServiceName } from '@pii-vault/platform/core/context/caller';
import { type KafkaConfig, kafkaConfig } from '@pii-vault/platform/messaging/kafka-config';
import { accessTable, kafkaUser } from '../../deployment/kafka/access-table.ts';
import { applyAccess } from '../../deployment/kafka/apply-access.ts';
import { allModules } from '../../modules.ts';
import { type KafkaPasswords, kafkaPasswords } from './kafka-passwords.ts';

const execute = promisify(execFile);
const SCRIPTS = resolve(import.meta.dirname, '../../../../../scripts/tests/test-services');

export type PartName = 'kafka' | 'redis' | 'softhsm';

/** Kafka, Redis and SoftHSM2 for one deployment. */
export interface RealParts {
  /** Settings by which processes select and reach them. */
  readonly env: Readonly<Record<string, string>>;
  /** Login settings of one process. */
  own(service: ServiceName): Readonly<Record<string, string>>;
  stop(): Promise<void>;
}

/** Settings that select each part; its start script prints address and secrets. */
const CHOICE: Readonly<Record<PartName, Readonly<Record<string, string>>>> = {
  kafka: { PIIVAULT_BUS: 'kafka' },
  redis: { PIIVAULT_CACHE: 'redis' },
  softhsm: { CRYPTO_KEY_STORE: 'pkcs11' },
};

/**
 * Installs and starts the parts. They stop with this process and keep their data.
 * @throws Error with the output of the script that failed
 */
export async function startRealParts(
  folders: { readonly dataDir: string; readonly keysDir: string },
  names: readonly PartName[],
): Promise<RealParts> {
  // A token's files are keys, so they are stored in the keys folder and not with the data that they decrypt.
  const isToken = (name: PartName) => name === 'softhsm';
  const passwords = names.includes('kafka') ? await kafkaPasswords(folders) : undefined;
  const tokens = await startIn(join(folders.keysDir, 'parts'), names.filter(isToken));
  const others = await startIn(
    join(folders.dataDir, 'parts'),
    names.filter((name) => !isToken(name)),
  );
  const isForAdmin = (name: string) => name.startsWith(ADMIN);
  const forProcesses = Object.entries({ ...tokens.env, ...others.env }).filter(([name]) => !isForAdmin(name));
  if (passwords !== undefined) await applyAccess(adminOf(others.env), accessTable(allModules));
  return {
    env: Object.assign(Object.fromEntries(forProcesses), ...names.map((name) => CHOICE[name])),
    own: (service) => (passwords === undefined ? {} : loginOf(service, passwords)),
    async stop() {
      await others.stop();
      await tokens.stop();
    },
  };
}

function loginOf(service: ServiceName, passwords: KafkaPasswords): Readonly<Record<string, string>> {
  return { KAFKA_SASL_USERNAME: kafkaUser(service), KAFKA_SASL_PASSWORD_FILE: passwords.fileOf(service) };
}

/** Prefix of the settings of the Kafka administrator, who creates ACLs. */
const ADMIN = 'ADMIN_';

function adminOf(env: Readonly<Record<string, string>>): KafkaConfig {
  const admin = Object.entries(env).filter(([name]) => name.startsWith(ADMIN));
  return loadConfig(
    kafkaConfig,
    Object.fromEntries(admin.map(([name, value]) => [name.slice(ADMIN.length), value])),
  );
}

async function startIn(folder: string, names: readonly PartName[]): Promise<Omit<RealParts, 'own'>> {
  if (names.length === 0) return { env: {}, stop: () => Promise.resolve() };
  const told = await run('start', [folder, '--until', String(process.pid), '--keep', ...names]);
  const env = Object.fromEntries(
    told.split('\n').flatMap((line) => {
      const [, name = '', value = ''] = /^([A-Z_0-9]+)=(.*)$/.exec(line) ?? [];
      return name === '' ? [] : [[name, value]];
    }),
  );
  return {
    env,
    async stop() {
      await run('stop', [folder]);
      // Stopped in order; the watchdog has nothing left to do.
      await rm(join(folder, 'until'), { force: true });
    },
  };
}

async function run(script: 'start' | 'stop', args: readonly string[]): Promise<string> {
  try {
    return (await execute(resolve(SCRIPTS, script), [...args], { maxBuffer: 1024 * 1024 })).stdout;
  } catch (error) {
    const said = error instanceof Error && 'stderr' in error ? String(error.stderr).trim() : '';
    throw new Error(`Kafka, Redis or SoftHSM2 did not ${script}: ${said}`, { cause: error });
  }
}
