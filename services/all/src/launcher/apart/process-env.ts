import { join } from 'node:path';
import type { Environment } from '@pii-vault/platform/core/config/config';
import { SERVICE_NAMES, type ServiceName } from '@pii-vault/platform/core/context/caller';
import { freePort } from '@pii-vault/platform/core/net/free-port';
import type { DatabaseAddress } from '@pii-vault/platform/postgres/connection';
import type { ProcessKeys } from '../../deployment/process-keys.ts';

export interface ProcessPlan {
  readonly name: ServiceName;
  readonly env: Environment;
  /** Base address of its /readyz. */
  readonly side: string;
}

export interface PlanParts {
  readonly database: DatabaseAddress;
  readonly keysDir: string;
  readonly keys: ProcessKeys;
  /** Settings of one process; the user's settings override them. */
  readonly own: (name: ServiceName) => Environment;
  /** Settings of external services and modules, and the user's settings; later ones override earlier ones. */
  readonly env: Environment;
}

/** The settings of every process as a deployment provides them: addresses, secret files, keys. */
export async function planProcesses(parts: PlanParts): Promise<readonly ProcessPlan[]> {
  const { database, keys, own } = parts;
  // A port that a setting names looks free until its process listens.
  const named = new Set(Object.values(parts.env).map(Number));
  const addresses = new Map<ServiceName, string>();
  for (const name of SERVICE_NAMES) addresses.set(name, `127.0.0.1:${await freePort(named)}`);
  const shared = {
    PIIVAULT_DATABASE_URL: databaseUrl(database),
    PIIVAULT_BUS_PASSWORD_FILE: secretFile(parts, 'bus-database'),
    ...Object.fromEntries([...addresses].map(([name, at]) => [`${name.toUpperCase()}_GRPC_ADDRESS`, at])),
    ...keys.shared,
    ...parts.env,
  };
  const plans: ProcessPlan[] = [];
  for (const name of SERVICE_NAMES) {
    const prefix = name.toUpperCase();
    const env = {
      ...own(name),
      ...shared,
      ...keys.own(name),
      [`${prefix}_GRPC_LISTEN`]: addresses.get(name),
      PIIVAULT_METRICS_PORT: String(await freePort(named)),
      ...(name === 'gateway' ? {} : passwords(parts, name)),
      ...onlyFor(prefix, parts.env),
    };
    plans.push({ name, env, side: `http://127.0.0.1:${env.PIIVAULT_METRICS_PORT}` });
  }
  return plans;
}

/** Settings for one process only: `VAULT_ENV_NODE_OPTIONS` is NODE_OPTIONS of the vault's process. */
function onlyFor(prefix: string, env: Environment): Environment {
  const start = `${prefix}_ENV_`;
  const own = Object.entries(env).filter(([name]) => name.startsWith(start));
  return Object.fromEntries(own.map(([name, value]) => [name.slice(start.length), value]));
}

function passwords(parts: PlanParts, name: ServiceName): Record<string, string> {
  const prefix = name.toUpperCase();
  return {
    [`${prefix}_DATABASE_PASSWORD_FILE`]: secretFile(parts, `${name}-database`),
    [`${prefix}_SYSTEM_DATABASE_PASSWORD_FILE`]: secretFile(parts, `${name}-system-database`),
  };
}

function secretFile({ keysDir }: PlanParts, name: string): string {
  return join(keysDir, 'secrets', name);
}

/** A Unix socket, written as libpq expects its folder. */
function databaseUrl({ host, port, database }: DatabaseAddress): string {
  return `postgres:///${database}?host=${encodeURIComponent(host)}&port=${port}`;
}
