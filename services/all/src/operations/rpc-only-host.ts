import { memoryCache } from '@pii-vault/platform/cache/memory-cache';
import type { Environment } from '@pii-vault/platform/core/config/config';
import { SERVICE_NAMES, type ServiceName } from '@pii-vault/platform/core/context/caller';
import { silentLogger } from '@pii-vault/platform/core/log/log';
import { createMetrics } from '@pii-vault/platform/core/telemetry/metrics';
import type { Bus } from '@pii-vault/platform/messaging/bus';
import type { ServiceDatabase } from '@pii-vault/platform/postgres/connection';
import { generateServiceKey } from '@pii-vault/platform/rpc/tokens/service-token';
import { eventsOnModuleConnections } from '@pii-vault/platform/runtime/module/events-runtime';
import { type Host, startHost } from '@pii-vault/platform/runtime/module/host';
import type { Module } from '@pii-vault/platform/runtime/module/module';
import { fetchTokenKeys } from '@pii-vault/platform/runtime/process/fetch-token-keys';

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
