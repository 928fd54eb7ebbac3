import { SERVICE_NAMES, type ServiceName } from '@pii-vault/platform/context/caller';
import { freePort } from '@pii-vault/platform/net/free-port';
import type { Topology } from '../running-vault/vault-process.ts';

/** The side ports of a vault's processes, where each tells how it is. */
export interface Sides {
  /** Settings under which the vault is to be started. */
  readonly env: Readonly<Record<string, string>>;
  /** Of the process that runs this service. */
  addressOf(service: ServiceName): string;
}

/** One port per process of those apart, or that of the one there is. */
export async function prepareSides(topology: Topology): Promise<Sides> {
  const ports = new Map<ServiceName, number>();
  const only = await freePort();
  for (const service of SERVICE_NAMES) ports.set(service, topology === 'apart' ? await freePort() : only);
  const apart = [...ports].map(([service, port]) => [
    settingOf(service, 'PIIVAULT_METRICS_PORT'),
    String(port),
  ]);
  return {
    env: topology === 'apart' ? Object.fromEntries(apart) : { PIIVAULT_METRICS_PORT: String(only) },
    addressOf: (service) => `http://127.0.0.1:${ports.get(service)}`,
  };
}

/** As the launcher passes a setting on to one process alone. */
export const settingOf = (service: ServiceName, name: string): string =>
  `${service.toUpperCase()}_ENV_${name}`;

/** How many messages the inboxes of a process have left out since it started, by consumer. @throws while it does not answer */
export async function readRepeated(sides: Sides, service: ServiceName): Promise<ReadonlyMap<string, number>> {
  const text = await (await fetch(`${sides.addressOf(service)}/metrics`)).text();
  const told = text.matchAll(/^piivault_consumer_repeated_total\{consumer="([^"]+)"\} (\d+)/gm);
  return new Map([...told].map(([, consumer = '', count]) => [consumer, Number(count)]));
}

/** Why a module says that it cannot work; 'ready' when it can, undefined when its process does not answer. */
export async function readState(sides: Sides, service: ServiceName): Promise<string | undefined> {
  const answer = await fetch(`${sides.addressOf(service)}/readyz`).catch(() => undefined);
  const told: { readonly modules?: Readonly<Record<string, string>> } | undefined = await answer?.json();
  return told?.modules?.[service];
}
