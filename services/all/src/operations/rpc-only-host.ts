import { memoryCache } from '@pii-vault/platform/cache/memory-cache';
import type { Environment } from '@pii-vault/platform/config/config';
import { SERVICE_NAMES, type ServiceName } from '@pii-vault/platform/context/caller';
import type { ServiceDatabase } from '@pii-vault/platform/db/connection';
import type { Bus } from '@pii-vault/platform/events/bus';
import { silentLogger } from '@pii-vault/platform/log/log';
import { eventsOnModuleConnections } from '@pii-vault/platform/module/events-runtime';
import { type Host, startHost } from '@pii-vault/platform/module/host';
import type { Module } from '@pii-vault/platform/module/module';
import { createMetrics } from '@pii-vault/platform/telemetry/metrics';
import { fetchTokenKeys } from '@pii-vault/platform/tokens/fetch-token-keys';
import { generateServiceKey } from '@pii-vault/platform/tokens/service-token';

export interface RpcOnlyAccess {
  readonly databases: ReadonlyMap<ServiceName, ServiceDatabase>;
  readonly bus: Bus;
  readonly env: Environment;
}

/**
 * Starts modules that answer RPCs only, next to a possibly running vault: their jobs, relays and consumers do not
 * run.
 */
export async function startRpcOnlyHost(
  { databases, bus, env }: RpcOnlyAccess,
  modules: readonly Module[],
): Promise<Host> {
  const pairs = SERVICE_NAMES.map((name) => [name, generateServiceKey()] as const);
  return startHost({
    modules,
    env,
    databases,
    events: eventsOnModuleConnections(bus),
    isQuiet: true,
    cache: memoryCache(),
    mailer: { send: () => Promise.resolve() },
    log: silentLogger(),
    metrics: createMetrics(),
    privateKeys: new Map(pairs.map(([name, pair]) => [name, pair.privateKey])),
    publicKeys: new Map(pairs.map(([name, pair]) => [name, pair.publicKey])),
    fetchJwks: fetchTokenKeys,
  });
}
