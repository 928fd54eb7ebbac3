import { SERVICE_NAMES, type ServiceName } from '@pii-vault/platform/core/context/caller';
import { freePort } from '@pii-vault/platform/core/net/free-port';
import type { Topology } from '../running-vault/vault-process.ts';

/** The side ports of a vault's processes: metrics and readiness. */
export interface SidePorts {
  /** Settings to start the vault with. */
  readonly env: Readonly<Record<string, string>>;
  /** Address of the process that runs this service. */
  addressOf(service: ServiceName): string;
}

/** Reserves one port per process. */
export async function prepareSidePorts(topology: Topology): Promise<SidePorts> {
  const ports = new Map<ServiceName, number>();
  const only = await freePort();
  for (const service of SERVICE_NAMES) ports.set(service, topology === 'apart' ? await freePort() : only);
  const apart = [...ports].map(([service, port]) => [
    processSetting(service, 'PIIVAULT_METRICS_PORT'),
    String(port),
  ]);
  return {
    env: topology === 'apart' ? Object.fromEntries(apart) : { PIIVAULT_METRICS_PORT: String(only) },
    addressOf: (service) => `http://127.0.0.1:${ports.get(service)}`,
  };
}

/** Name under which the launcher passes a setting to one process only. */
export const processSetting = (service: ServiceName, name: string): string =>
  `${service.toUpperCase()}_ENV_${name}`;

/** Messages that the inboxes of a process skipped since it started, by consumer. @throws Error if it does not answer */
export async function readSkippedDuplicates(
  sidePorts: SidePorts,
  service: ServiceName,
): Promise<ReadonlyMap<string, number>> {
  const text = await (await fetch(`${sidePorts.addressOf(service)}/metrics`)).text();
  const samples = text.matchAll(/^piivault_consumer_repeated_total\{consumer="([^"]+)"\} (\d+)/gm);
  return new Map([...samples].map(([, consumer = '', count]) => [consumer, Number(count)]));
}

/** Readiness of a module: 'ready' or the reason why not; undefined if its process does not answer. */
export async function readModuleState(
  sidePorts: SidePorts,
  service: ServiceName,
): Promise<string | undefined> {
  const answer = await fetch(`${sidePorts.addressOf(service)}/readyz`).catch(() => undefined);
  const body: { readonly modules?: Readonly<Record<string, string>> } | undefined = await answer?.json();
  return body?.modules?.[service];
}
