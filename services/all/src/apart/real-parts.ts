import { execFile } from 'node:child_process';
import { rm } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { promisify } from 'node:util';
import { loadConfig } from '@pii-vault/platform/config/config';
import type { ServiceName } from '@pii-vault/platform/context/caller';
import { type KafkaConfig, kafkaConfig } from '@pii-vault/platform/events/kafka-config';
import { accessTable, kafkaUser } from '../kafka-access/access-table.ts';
import { applyAccess } from '../kafka-access/apply-access.ts';
import { allModules } from '../modules.ts';
import { type KafkaPasswords, kafkaPasswords } from './kafka-passwords.ts';

const execute = promisify(execFile);
const SCRIPTS = resolve(import.meta.dirname, '../../../../scripts/test-services');

export type PartName = 'kafka' | 'redis' | 'softhsm';

/** Kafka, Redis and SoftHSM2 of one vault. */
export interface RealParts {
  /** The settings by which the processes find and choose them. */
  readonly env: Readonly<Record<string, string>>;
  /** Settings of one process alone: its login. */
  own(service: ServiceName): Readonly<Record<string, string>>;
  stop(): Promise<void>;
}

/** What chooses the part; its address and its secrets are printed by its start. */
const CHOICE: Readonly<Record<PartName, Readonly<Record<string, string>>>> = {
  kafka: { PIIVAULT_BUS: 'kafka' },
  redis: { PIIVAULT_CACHE: 'redis' },
  softhsm: { CRYPTO_KEY_STORE: 'pkcs11' },
};

/**
 * Installs what is missing and starts the parts; they end with this process, and keep their data.
 * @throws Error that says what could not be installed or started
 */
export async function startRealParts(
  folders: { readonly dataDir: string; readonly keysDir: string },
  names: readonly PartName[],
): Promise<RealParts> {
  // A token's files are keys: they lie with the keys, and not with the data that these open.
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

/** Of the settings by which Kafka's ACLs are made. */
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
      // Stopped in order: the watchman has nothing left to do.
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
