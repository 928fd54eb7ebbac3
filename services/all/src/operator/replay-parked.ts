import { runningVault } from '../embedded/open-vault.ts';
import { quietHost } from '../embedded/quiet-host.ts';
import { allModules } from '../modules.ts';
import { say } from './say.ts';

/** `pii-vault replay-parked`. @returns the exit code: 1 while something is left */
export async function replayParked(): Promise<number> {
  const vault = await runningVault(process.env);
  try {
    const host = await quietHost(
      vault,
      allModules.filter(({ name }) => name !== 'gateway'),
    );
    try {
      const told = await host.replayParked();
      for (const { service, consumer, replayed, left } of told)
        say(`${service} ${consumer}: ${replayed} took effect, ${left} are left.`);
      if (told.length === 0) say('No consumer has set a message aside.');
      return told.some(({ left }) => left > 0) ? 1 : 0;
    } finally {
      await host.stop();
    }
  } finally {
    await vault.close();
  }
}
