import type { KeyObject } from 'node:crypto';
import { redisConfig } from '../../cache/redis-config.ts';
import {
  ConfigError,
  type ConfigOf,
  type ConfigSchema,
  collectProblems,
  type Environment,
} from '../../core/config/config.ts';
import { isProduction } from '../../core/config/production.ts';
import { SERVICE_NAMES, type ServiceName } from '../../core/context/caller.ts';
import { tracingConfig } from '../../core/telemetry/tracing.ts';
import { smtpConfig } from '../../mail/smtp-config.ts';
import { kafkaConfig } from '../../messaging/kafka-config.ts';
import type { RecordKeys } from '../../messaging/record-keys.ts';
import type { DatabaseAddress } from '../../postgres/connection.ts';
import type { ServicePublicKeys } from '../../rpc/tokens/service-token.ts';
import type { Module } from '../module/module.ts';
import { parseDatabaseUrl, unprotectedDatabase } from './database-url.ts';
import {
  type OwnSettings,
  ownSettings,
  type ProcessSettings,
  peerSettings,
  processSettings,
} from './process-settings.ts';
import { readKnownKeys, readPublicKeys, readServiceKey } from './service-keys.ts';

export interface LoadedSettings {
  readonly process: ProcessSettings;
  readonly tracing: ConfigOf<typeof tracingConfig>;
  readonly own: ReadonlyMap<ServiceName, OwnSettings>;
  /** host:port of every service. */
  readonly peers: ReadonlyMap<ServiceName, string>;
  /** Undefined when no module here has a schema. */
  readonly database: DatabaseAddress | undefined;
  readonly publicKeys: ServicePublicKeys;
  readonly privateKeys: ReadonlyMap<ServiceName, KeyObject>;
  /** Public keys that may have signed records on the bus. */
  readonly knownKeys: RecordKeys['known'];
}

/**
 * @param isMigration reads only the settings of a migration: it calls no service and signs no token, so it needs no
 *   keys
 * @throws ConfigError with every problem of every part at once
 */
export function loadSettings(
  modules: readonly Module[],
  env: Environment,
  isMigration = false,
): LoadedSettings {
  const { take, problems, check } = collectProblems(env);
  const shared = take(processSettings);
  const tracing = take(tracingConfig);
  const own = new Map<ServiceName, OwnSettings>();
  for (const { name, migrations } of modules) {
    const settings = take(ownSettings(name, migrations !== undefined, isMigration));
    if (settings !== undefined) own.set(name, settings);
  }
  const peers = SERVICE_NAMES.map((name) => [name, take(peerSettings(name))?.grpcAddress ?? ''] as const);
  // Read where they are used; here only so that all problems are reported at once.
  const read = isMigration ? [] : [...adapterSettings(shared), ...modules.map(({ config }) => config)];
  for (const schema of read) take(schema);
  if (shared === undefined || tracing === undefined) throw new ConfigError(problems);
  const publicKeys = isMigration ? new Map() : readPublicKeys(shared.serviceKeysDir, problems);
  const knownKeys = isMigration ? new Map() : readKnownKeys(shared.serviceKeysDir, publicKeys, problems);
  const privateKeys = new Map(
    [...own].flatMap(([name, { serviceKey }]) => {
      if (serviceKey === undefined) return [];
      const key = readServiceKey(name, serviceKey.reveal(), publicKeys, problems);
      return key === undefined ? [] : [[name, key] as const];
    }),
  );
  const database = databaseOf(shared, modules, problems, isProduction(env));
  checkTogether(shared, modules, problems, isProduction(env) && !isMigration);
  check();
  const keys = { publicKeys, privateKeys, knownKeys };
  return { process: shared, tracing, own, peers: new Map(peers), database, ...keys };
}

function adapterSettings(shared: ProcessSettings | undefined): readonly ConfigSchema[] {
  return [
    ...(shared?.bus === 'kafka' ? [kafkaConfig] : []),
    ...(shared?.cache === 'redis' ? [redisConfig] : []),
    smtpConfig,
  ];
}

function databaseOf(
  { databaseUrl, databaseCa }: ProcessSettings,
  modules: readonly Module[],
  problems: string[],
  isProduction: boolean,
): DatabaseAddress | undefined {
  if (modules.every(({ migrations }) => migrations === undefined)) return undefined;
  const parsed = databaseUrl === undefined ? undefined : parseDatabaseUrl(databaseUrl);
  if (parsed === undefined) {
    problems.push('PIIVAULT_DATABASE_URL: must be like postgres://host:5432/database, without a login');
    return undefined;
  }
  const address = databaseCa === undefined ? parsed : { ...parsed, tls: { ca: databaseCa } };
  if (isProduction) problems.push(...unprotectedDatabase(address));
  return address;
}

function checkTogether(
  { tlsCert, tlsKey, tlsCa, bus, busPassword, migrate, databaseAdminPassword }: ProcessSettings,
  modules: readonly Module[],
  problems: string[],
  isMtlsNeeded: boolean,
): void {
  const given = [tlsCert, tlsKey, tlsCa].filter((part) => part !== undefined).length;
  if (given !== 0 && given !== 3)
    problems.push('PIIVAULT_TLS_CERT, PIIVAULT_TLS_KEY, PIIVAULT_TLS_CA: all three or none');
  if (given === 0 && isMtlsNeeded)
    problems.push('PIIVAULT_TLS_CERT_FILE: production wants mTLS between processes');
  const hasSchema = modules.some(({ migrations }) => migrations !== undefined);
  if (hasSchema && bus === 'postgres' && busPassword === undefined)
    problems.push('PIIVAULT_BUS_PASSWORD: is needed by the bus in PostgreSQL');
  if (migrate && databaseAdminPassword === undefined)
    problems.push('PIIVAULT_DATABASE_ADMIN_PASSWORD: is needed by PIIVAULT_MIGRATE');
}
