import type { Cache } from '../../cache/cache.ts';
import { openCache } from '../../cache/open-cache.ts';
import type { Environment } from '../../core/config/config.ts';
import type { Logger } from '../../core/log/log.ts';
import type { Mailer } from '../../mail/mailer.ts';
import { openMailer } from '../../mail/open-mailer.ts';
import type { Bus } from '../../messaging/bus.ts';
import { openBus } from '../../messaging/open-bus.ts';
import type { LoadedSettings } from './load-settings.ts';

export interface Ports {
  readonly bus: Bus;
  readonly cache: Cache;
  readonly mailer: Mailer;
  close(): Promise<void>;
}

/** The adapters that the settings name. None is reached for here: each connects when it is first needed. */
export async function openPorts(settings: LoadedSettings, env: Environment, log: Logger): Promise<Ports> {
  const bus = await busOf(settings, env, log);
  const cache = await openCache(env, log);
  const mailer = openMailer(env);
  return {
    bus,
    cache,
    mailer,
    async close() {
      await bus.close();
      await cache.close();
      mailer.close();
    },
  };
}

async function busOf(settings: LoadedSettings, env: Environment, log: Logger): Promise<Bus> {
  const { process, database, privateKeys, knownKeys } = settings;
  if (database === undefined) return noBus();
  const login = { user: 'bus', password: process.busPassword?.reveal() ?? '' };
  const keys = () => ({ signing: privateKeys, known: knownKeys });
  return await openBus(env, { log, keys, postgres: () => ({ address: database, login }) });
}

/** For a process whose modules have no schema (no outbox, no inbox), or whose relays do not run. */
export function noBus(): Bus {
  const refuse = () => Promise.reject(new Error('This process has no bus'));
  return {
    publish: refuse,
    subscribe: refuse,
    ready: () => Promise.resolve(),
    close: () => Promise.resolve(),
  };
}
