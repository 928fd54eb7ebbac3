import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { memoryCache } from '../../cache/memory-cache.ts';
import { defineConfig } from '../../core/config/config.ts';
import { SERVICE_NAMES, type ServiceName } from '../../core/context/caller.ts';
import { silentLogger } from '../../core/log/log.ts';
import { createMetrics } from '../../core/telemetry/metrics.ts';
import { generateServiceKey } from '../../rpc/tokens/service-token.ts';
import type { EventsRuntime } from './events-runtime.ts';
import { startHost } from './host.ts';
import { defineModule, type Module, type ModuleKit } from './module.ts';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

const moduleWith = (name: ServiceName, { start, stop }: Steps): Module =>
  defineModule({
    name,
    config: defineConfig(name.toUpperCase(), {}),
    migrations: undefined,
    async start(kit) {
      await start?.(kit);
      return { services: [], ...(stop === undefined ? {} : { stop }) };
    },
  });

interface Steps {
  readonly start?: (kit: ModuleKit) => Promise<void>;
  readonly stop?: () => Promise<void>;
}

function hostOf(modules: readonly Module[]) {
  const pairs = SERVICE_NAMES.map((name) => [name, generateServiceKey()] as const);
  const noEvents: EventsRuntime = {
    of: () => {
      throw new Error('A module without a schema has no events');
    },
  };
  return startHost({
    modules,
    env: {},
    databases: new Map(),
    events: noEvents,
    cache: memoryCache(),
    mailer: { send: async () => {} },
    log: silentLogger(),
    metrics: createMetrics(),
    privateKeys: new Map(pairs.map(([name, pair]) => [name, pair.privateKey])),
    publicKeys: new Map(pairs.map(([name, pair]) => [name, pair.publicKey])),
    fetchJwks: async () => [],
  });
}

describe('modules of one process', () => {
  it('all stop, including their background work, if one cannot start', async () => {
    const stop = vi.fn(async () => {});
    const work = vi.fn(async () => {});
    const starting = hostOf([
      moduleWith('crypto', { stop }),
      moduleWith('vault', {
        async start(kit) {
          kit.tick('look', 1_000, work);
          throw new Error('no models');
        },
      }),
    ]);
    await expect(starting).rejects.toThrow('no models');
    expect(stop).toHaveBeenCalledOnce();
    await vi.advanceTimersByTimeAsync(5_000);
    expect(work).not.toHaveBeenCalled();
  });

  it('all stop although one of them fails to stop', async () => {
    const stop = vi.fn(async () => {});
    const work = vi.fn(async () => {});
    const host = await hostOf([
      moduleWith('crypto', { stop, start: async (kit) => void kit.tick('look', 1_000, work) }),
      moduleWith('vault', { stop: () => Promise.reject(new Error('the thread is gone')) }),
    ]);
    await expect(host.stop()).rejects.toThrow('the thread is gone');
    expect(stop).toHaveBeenCalledOnce();
    await vi.advanceTimersByTimeAsync(5_000);
    expect(work).not.toHaveBeenCalled();
    await host.stop();
    expect(stop).toHaveBeenCalledOnce();
  });
});
