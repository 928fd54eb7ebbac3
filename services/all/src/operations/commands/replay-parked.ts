import { allModules } from '../../modules.ts';
import { runningVault } from '../open-vault.ts';
import { startRpcOnlyHost } from '../rpc-only-host.ts';
import { print } from './output.ts';

/** Runs `pii-vault replay-parked`. @returns the exit code: 1 while events are still parked */
export async function replayParked(): Promise<number> {
  const vault = await runningVault(process.env);
  try {
    const host = await startRpcOnlyHost(
      vault,
      allModules.filter(({ name }) => name !== 'gateway'),
    );
    try {
      const results = await host.replayParked();
      for (const { service, consumer, replayed, left } of results)
        print(`${service} ${consumer}: ${replayed} applied, ${left} still parked.`);
      if (results.length === 0) print('No consumer has parked events.');
      return results.some(({ left }) => left > 0) ? 1 : 0;
    } finally {
      await host.stop();
    }
  } finally {
    await vault.close();
  }
}
