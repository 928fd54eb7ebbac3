import { randomUUID } from 'node:crypto';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { silentLogger } from '../../core/log/log.ts';
import { createMetrics, type Metrics } from '../../core/telemetry/metrics.ts';
import { NOTHING_WRITTEN } from '../../messaging/backlog.ts';
import { PLATFORM_MIGRATIONS } from '../../postgres/migrate.ts';
import { type TestDatabase, testDatabase } from '../../testing/postgres.ts';
import { testCtx } from '../../testing/test-ctx.ts';
import { THING_TABLES, thingConsumers } from '../../testing/thing-consumers.ts';
import type { ClosableEventsRuntime } from './events-runtime.ts';
import type { ModuleEvents } from './module-events.ts';

export interface ThingWorld {
  readonly test: TestDatabase;
  readonly events: ModuleEvents;
  readonly metrics: Metrics;
  /** Number of times that a consumer woke the module. */
  readonly wakes: () => number;
  /** Commits an event per key to a topic of lineage. */
  publish(topic: string, keys: readonly string[]): Promise<void>;
  plant(key: string, what: 'fails' | 'dies'): Promise<void>;
  effects(): Promise<number>;
  stop(): Promise<void>;
}

export type MakeRuntime = (test: TestDatabase, metrics: Metrics) => ClosableEventsRuntime;

/** A service with the consumers of thing-consumers.ts, whose relay and consumers run in the given runtime. */
export async function thingWorld(makeRuntime: MakeRuntime): Promise<ThingWorld> {
  const test = await testDatabase('lineage', PLATFORM_MIGRATIONS);
  await test.sql(THING_TABLES);
  const metrics = createMetrics();
  const runtime = makeRuntime(test, metrics);
  const wake = vi.fn();
  const events = runtime.of({
    service: 'lineage',
    consumers: thingConsumers,
    env: {},
    db: test.db,
    metrics,
    wake,
    ctx: testCtx,
    log: silentLogger(),
  });
  return {
    test,
    events,
    metrics,
    wakes: () => wake.mock.calls.length,
    publish: (topic, keys) =>
      test.db.system((tx) =>
        tx.publishAll(
          keys.map((key) => ({
            topic: `lineage.${topic}`,
            key,
            companyId: 1,
            payload: Buffer.from(randomUUID()),
          })),
        ),
      ),
    plant: async (key, what) =>
      void (await test.sql('INSERT INTO lineage.fault (key, what) VALUES ($1, $2)', [key, what])),
    async effects() {
      const [row] = await test.sql<{ n: number }>(
        'SELECT count(DISTINCT event_id)::int AS n FROM lineage.effect HAVING count(*) = count(DISTINCT event_id)',
      );
      return row?.n ?? Number.NaN;
    },
    async stop() {
      await events.stop();
      await runtime.close();
      await test.drop();
    },
  };
}

/** Contract of relay and consumers, in any runtime. */
export function describeModuleEventsContract(name: string, makeRuntime: MakeRuntime): void {
  describe(`module events contract: ${name}`, () => {
    let world: ThingWorld;
    beforeEach(async () => {
      world = await thingWorld(makeRuntime);
    });
    afterEach(() => world.stop());

    itTakesWhatIsCommitted(() => world);
    itTellsHowItStands(() => world);
  });
}

async function settle({ events }: ThingWorld): Promise<void> {
  while (await events.flush());
}

function itTakesWhatIsCommitted(opened: () => ThingWorld): void {
  it('applies every committed event once, wakes the module and counts the events', async () => {
    const world = opened();
    await world.publish('thing', ['a', 'b']);
    await world.events.start();
    await world.publish('thing', ['a', 'c']);
    await settle(world);
    expect(await world.effects()).toBe(4);
    expect(world.wakes()).toBeGreaterThan(0);
    expect(await world.events.backlog(0)).toEqual(NOTHING_WRITTEN);
    expect(await world.events.lag()).toBe(0);
    expect(await world.metrics.text()).toContain('piivault_outbox_shipped_total{service="lineage"} 4');
    expect(await world.metrics.text()).toContain('piivault_consumer_messages_total{consumer="on-thing"} 4');
  });

  it('handles committed events without a flush', async () => {
    const world = opened();
    await world.events.start();
    await world.publish('thing', ['a']);
    await expect.poll(() => world.effects()).toBe(1);
  });
}

function itTellsHowItStands(opened: () => ThingWorld): void {
  it('has neither backlog nor lag before it starts, and handles nothing after it stops', async () => {
    const world = opened();
    expect(await world.events.backlog()).toEqual(NOTHING_WRITTEN);
    expect(await world.events.lag()).toBe(0);
    await world.events.start();
    await world.events.stop();
    await world.publish('thing', ['a']);
    expect(await world.events.flush()).toBe(true);
    const [waiting] = await world.test.sql<{ n: number }>('SELECT count(*)::int AS n FROM lineage.outbox');
    expect(waiting?.n).toBe(1);
    expect(await world.effects()).toBe(0);
  });

  it('reports the backlog of the outbox before it is started', async () => {
    const world = opened();
    await world.publish('thing', ['a', 'b']);
    expect((await world.events.backlog(0)).rows).toBe(2);
  });

  it('reports the lag and the stopped consumers, and replays parked messages', async () => {
    const world = opened();
    await world.plant('bad', 'fails');
    await world.events.start();
    await world.publish('thing', ['bad']);
    await world.publish('strict', ['bad']);
    await expect.poll(() => world.events.stopped()).toEqual(['on-strict']);
    await settle(world);
    expect(await world.events.lag()).toBe(1);
    expect(await world.events.replayParked()).toEqual([{ consumer: 'on-thing', replayed: 0, left: 1 }]);
    await world.test.sql('DELETE FROM lineage.fault');
    expect(await world.events.replayParked()).toEqual([{ consumer: 'on-thing', replayed: 1, left: 0 }]);
    await expect.poll(() => world.events.stopped()).toEqual([]);
    expect(await world.effects()).toBe(2);
  });
}
