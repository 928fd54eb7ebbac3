import type { ServiceName } from '../context/caller.ts';
import type { Ctx } from '../context/ctx.ts';
import type { OpenDatabase } from '../db/open-database.ts';
import type { Backlog } from '../events/backlog.ts';
import { type RunningConsumers, startConsumers } from '../events/consumer.ts';
import type { ConsumerSpec } from '../events/consumer-spec.ts';
import { type Relay, startRelay } from '../events/relay.ts';
import { type Replayed, replayConsumers } from '../events/replay-consumers.ts';
import type { Logger } from '../log/log.ts';
import type { HostOptions } from './host-options.ts';

export interface ModuleEventsOptions extends Pick<HostOptions, 'bus' | 'metrics'> {
  readonly service: ServiceName;
  readonly log: Logger;
  ctx(companyId: number | null): Ctx;
}

/** A module's two ends of the bus. Before they are started there is nothing to ship and nothing to handle. */
export interface ModuleEvents {
  start(db: OpenDatabase, specs: readonly ConsumerSpec[]): Promise<void>;
  backlog(maxAgeMs?: number): Promise<Backlog>;
  lag(): Promise<number>;
  /** Names of the consumers that a message has stopped. */
  stopped(): string[];
  /** Gives what the consumers set aside another chance. */
  replayParked(db: OpenDatabase, specs: readonly ConsumerSpec[]): Promise<Replayed[]>;
  /** Ships the outbox and handles what waits on the bus; whether something is left. */
  flush(): Promise<boolean>;
  stop(): Promise<void>;
}

export function moduleEvents({ ctx, ...common }: ModuleEventsOptions): ModuleEvents {
  let relay: Relay | undefined;
  let consumers: RunningConsumers | undefined;
  const backlog = async (maxAgeMs?: number) =>
    relay === undefined ? { rows: 0, oldestMs: 0 } : await relay.backlog(maxAgeMs);
  return {
    async start(db, specs) {
      relay = startRelay({ ...common, db });
      consumers = await startConsumers({ ...common, db, specs, ctx });
    },
    backlog,
    replayParked: (db, specs) => replayConsumers({ ...common, db, specs, ctx }),
    lag: async () => (await consumers?.lag()) ?? 0,
    stopped: () => consumers?.stopped() ?? [],
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
