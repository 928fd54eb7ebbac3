import { SERVICE_NAMES } from '@pii-vault/platform/core/context/caller';
import { allModules } from '../../modules.ts';
import { type RpcOnlyAccess, startRpcOnlyHost } from '../rpc-only-host.ts';
import { print } from './output.ts';

/** Services with consumers. */
export const CONSUMING_MODULES = allModules.filter(({ name }) => name !== 'gateway');

/** Prints the first parked event of each subject. @returns the exit code: 1 while events are parked */
export async function listParked(vault: RpcOnlyAccess): Promise<number> {
  return await withHost(vault, async (host) => {
    const events = await host.parkedEvents();
    for (const { service, consumer, eventId, topic, companyId, parkedAt, reason, behind } of events) {
      const company = companyId === null ? '' : `, company ${companyId}`;
      print(
        `${service} ${consumer} ${eventId}: ${reason}, topic ${topic}${company}, parked ${parkedAt.toISOString()}`,
      );
      if (behind > 0) print(`  ${behind} later events of the same subject wait for it.`);
    }
    if (events.length === 0) print('No consumer has parked events.');
    return events.length > 0 ? 1 : 0;
  });
}

/** Runs `pii-vault replay-parked` next to running services. @returns the exit code: 1 while events are still parked */
export async function replayParked(vault: RpcOnlyAccess): Promise<number> {
  return await withHost(vault, async (host) => {
    const results = await host.replayParked();
    for (const { service, consumer, replayed, left } of results)
      print(`${service} ${consumer}: ${replayed} applied, ${left} still parked.`);
    if (results.length === 0) print('No consumer has parked events.');
    return results.some(({ left }) => left > 0) ? 1 : 0;
  });
}

/** Arguments of `discard-parked`, as listParked prints them; undefined if they are not complete. */
export interface DiscardArguments {
  readonly service: string;
  readonly consumer: string;
  readonly eventId: string;
  readonly reason: string;
}

export function discardArguments(args: readonly string[]): DiscardArguments | undefined {
  const [service, consumer, eventId, reason, ...more] = args;
  if (service === undefined || consumer === undefined || eventId === undefined || reason === undefined)
    return undefined;
  return more.length === 0 ? { service, consumer, eventId, reason } : undefined;
}

/** Removes one parked event for good. The audit trail keeps the reason. @throws Error for an unknown service */
export async function discardParked(
  vault: RpcOnlyAccess,
  { service, ...event }: DiscardArguments,
): Promise<number> {
  const name = SERVICE_NAMES.find((one) => one === service);
  if (name === undefined) throw new Error(`There is no service ${service}`);
  return await withHost(vault, async (host) => {
    await host.discardParked(name, event);
    print('Discarded. Run replay-parked for the events behind it.');
    return 0;
  });
}

type Host = Awaited<ReturnType<typeof startRpcOnlyHost>>;

async function withHost(vault: RpcOnlyAccess, work: (host: Host) => Promise<number>): Promise<number> {
  const host = await startRpcOnlyHost(vault, CONSUMING_MODULES);
  try {
    return await work(host);
  } finally {
    await host.stop();
  }
}
