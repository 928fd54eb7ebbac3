import { allModules } from '../../modules.ts';
import { type RpcOnlyAccess, startRpcOnlyHost } from '../rpc-only-host.ts';
import { print } from './output.ts';

/** Services with consumers. */
export const CONSUMING_MODULES = allModules.filter(({ name }) => name !== 'gateway');

/** Runs `pii-vault replay-parked` next to running services. @returns the exit code: 1 while events are still parked */
export async function replayParked(vault: RpcOnlyAccess): Promise<number> {
  const host = await startRpcOnlyHost(vault, CONSUMING_MODULES);
  try {
    const results = await host.replayParked();
    for (const { service, consumer, replayed, left } of results)
      print(`${service} ${consumer}: ${replayed} applied, ${left} still parked.`);
    if (results.length === 0) print('No consumer has parked events.');
    return results.some(({ left }) => left > 0) ? 1 : 0;
  } finally {
    await host.stop();
  }
}
