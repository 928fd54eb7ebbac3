import type { Environment } from '../../core/config/config.ts';
import type { ServiceName } from '../../core/context/caller.ts';
import type { Ctx } from '../../core/context/ctx.ts';
import type { Logger } from '../../core/log/log.ts';
import type { Metrics } from '../../core/telemetry/metrics.ts';
import { type Backlog, NOTHING_WRITTEN, readBacklog } from '../../messaging/backlog.ts';
import type { Bus } from '../../messaging/bus.ts';
import { type RunningConsumers, startConsumers } from '../../messaging/consumer.ts';
import { type Relay, startRelay } from '../../messaging/relay.ts';
import { type Replayed, replayConsumers } from '../../messaging/replay-consumers.ts';
import type { ServiceConsumers } from '../../messaging/service-consumers.ts';
import type { OpenDatabase } from '../../postgres/open-database.ts';

export interface ModuleEventsOptions {
  readonly service: ServiceName;
  readonly consumers: ServiceConsumers | undefined;
  readonly env: Environment;
  readonly db: OpenDatabase;
  readonly bus: Bus;
  readonly log: Logger;
  readonly metrics: Pick<Metrics, 'counter' | 'gauge'>;
  ctx(companyId: number | null): Ctx;
  /** Consumers call it when there is work for the module's jobs. */
  wake(): void;
}

/** A module's relay and consumers. Before `start` nothing is shipped or handled. */
export interface ModuleEvents {
  start(): Promise<void>;
  /** Something was written to the outbox past `db`. */
  look(): void;
  backlog(maxAgeMs?: number): Promise<Backlog>;
  lag(): Promise<number>;
  /** Names of the consumers that a message has stopped. Rejects while neither end is served. */
  stopped(): Promise<readonly string[]>;
  /** Replays the parked messages of the consumers. */
  replayParked(): Promise<readonly Replayed[]>;
  /** Ships the outbox and handles what waits on the bus; whether something is left. */
  flush(): Promise<boolean>;
  stop(): Promise<void>;
}

/** Relay and consumers in the thread that calls. */
export function moduleEvents(options: ModuleEventsOptions): ModuleEvents {
  const specs = options.consumers?.specs(options, options.env) ?? [];
  let relay: Relay | undefined;
  let consumers: RunningConsumers | undefined;
  const backlog = async (maxAgeMs?: number) =>
    relay === undefined ? await readBacklog(options.db, options.service) : await relay.backlog(maxAgeMs);
  return {
    async start() {
      relay = startRelay(options);
      consumers = await startConsumers({ ...options, specs });
    },
    look: () => relay?.wake(),
    backlog,
    replayParked: () => replayConsumers({ ...options, specs }),
    lag: async () => (await consumers?.lag()) ?? 0,
    stopped: async () => consumers?.stopped() ?? [],
    async flush() {
      await relay?.flush();
      await consumers?.flush();
      const unshipped = (await backlog(0)).rows;
      return unshipped > 0 || ((await consumers?.pending()) ?? 0) > 0;
    },
    async stop() {
      await consumers?.stop();
      await relay?.stop();
    },
  };
}

/** Of a module without a schema, which neither publishes nor consumes. */
export const noEvents: ModuleEvents = {
  start: () => Promise.resolve(),
  look: () => undefined,
  backlog: () => Promise.resolve(NOTHING_WRITTEN),
  lag: () => Promise.resolve(0),
  stopped: () => Promise.resolve([]),
  replayParked: () => Promise.resolve([]),
  flush: () => Promise.resolve(false),
  stop: () => Promise.resolve(),
};
