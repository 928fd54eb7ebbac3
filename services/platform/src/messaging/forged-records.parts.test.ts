import { randomUUID } from 'node:crypto';
import { afterEach, beforeEach, describe, expect, inject, it } from 'vitest';
import { loadConfig } from '../core/config/config.ts';
import { silentLogger } from '../core/log/log.ts';
import { createMetrics, type Metrics } from '../core/telemetry/metrics.ts';
import { PLATFORM_MIGRATIONS } from '../postgres/migrate.ts';
import { type TestDatabase, testDatabase } from '../testing/postgres.ts';
import { writeRaw } from '../testing/raw-kafka.ts';
import { testCtx } from '../testing/test-ctx.ts';
import { testRecordKeys } from '../testing/test-record-keys.ts';
import { addressOf } from '../testing/test-services.ts';
import type { Bus, BusMessage } from './bus.ts';
import { busMessage } from './bus-contract.ts';
import { type RunningConsumers, startConsumers } from './consumer.ts';
import { kafkaBus } from './kafka-bus.ts';
import { kafkaConfig } from './kafka-config.ts';
import { recordValues } from './kafka-record.ts';
import { recordSigner } from './kafka-record-signer.ts';

const env = inject('testServices');
const keys = testRecordKeys();
let bus: Bus;
let test: TestDatabase;
let metrics: Metrics;
let running: RunningConsumers[];
let topic: string;
let seen: number[];

beforeEach(async () => {
  [running, seen, metrics, topic] = [[], [], createMetrics(), `vault.f${randomUUID().slice(0, 8)}.audit`];
  test = await testDatabase('lineage', PLATFORM_MIGRATIONS);
});
const openBus = (client: string) =>
  kafkaBus({ ...loadConfig(kafkaConfig, { ...env, KAFKA_CLIENT: client }), keys, log: silentLogger() });
afterEach(async () => {
  await stop();
  await bus.close();
  await test.drop();
});

async function stop(): Promise<void> {
  await Promise.all(running.splice(0).map((consumers) => consumers.stop()));
}

async function start(): Promise<RunningConsumers> {
  const consumers = await startConsumers({
    service: 'lineage',
    db: test.db,
    bus,
    log: silentLogger(),
    metrics,
    ctx: testCtx,
    specs: [
      {
        name: `on-${topic}`,
        topics: [topic],
        scope: 'system',
        onPoison: 'stop',
        handle: async ({ messages }) => void seen.push(...messages.map(({ seq }) => seq)),
      },
    ],
  });
  running.push(consumers);
  return consumers;
}

async function caughtUp(consumers: RunningConsumers): Promise<void> {
  do await consumers.flush();
  while ((await consumers.lag()) > 0);
}

const write = (messages: Parameters<typeof writeRaw>[2]) =>
  writeRaw(addressOf(env, 'KAFKA_BROKERS'), topic, messages);
const bytesOf = (...messages: BusMessage[]) => Buffer.from(recordValues(messages)[0] ?? []);
const forged = () => bytesOf(busMessage(topic, 1, { epoch: 1_000 }));
const alarms = async () =>
  await test.sql<{ topic: string }>(`SELECT topic FROM lineage.outbox WHERE topic = 'lineage.audit'`);
const refused = () =>
  test.sql<{ topic: string; records: number }>('SELECT topic, records FROM lineage.refused_records');

describe.each(['kafkajs', 'platformatic'])('with %s,', (client) => {
  beforeEach(async () => {
    bus = await openBus(client);
  });

  describe('a forged record', () => {
    it('is skipped, counted and alarmed once, and genuine records before and after it are handled', async () => {
      const consumers = await start();
      await bus.publish([busMessage(topic, 1)]);
      const signed = recordSigner(keys)(topic, 0, bytesOf(busMessage(topic, 2)));
      await write([{ partition: 0, value: forged() }]);
      await write([
        recordSigner(testRecordKeys())(topic, 0, forged()),
        recordSigner(keys)('vault.other', 0, forged()),
        { ...signed, value: forged() },
        { partition: 0, value: Buffer.from('?') },
      ]);
      await bus.publish([busMessage(topic, 2)]);
      await caughtUp(consumers);
      expect(seen).toEqual([1, 2]);
      expect(consumers.stopped()).toEqual([]);
      expect(await refused()).toEqual([{ topic, records: 5 }]);
      expect(await alarms()).toHaveLength(1);
      expect(await metrics.text()).toContain(
        `piivault_consumer_refused_total{consumer="on-${topic}",reason="wrong_signature"} 3`,
      );
    });

    it('does not stop the relay from continuing its sequence numbers, even after a restart', async () => {
      await bus.publish([busMessage(topic, 1)]);
      await write([{ partition: 0, value: bytesOf(busMessage(topic, 2)) }]);
      await bus.publish([busMessage(topic, 2)]);
      await write([{ partition: 0, value: bytesOf(busMessage(topic, 3)) }]);
      const next = await openBus(client);
      await next.publish([busMessage(topic, 3)]);
      await next.close();
      await caughtUp(await start());
      expect(seen).toEqual([1, 2, 3]);
      expect(await refused()).toEqual([{ topic, records: 2 }]);
    });
  });

  describe('a replayed signed record', () => {
    it('has no second effect, even after the consumer restarts', async () => {
      const message = busMessage(topic, 1);
      const honest = recordSigner(keys)(topic, 0, bytesOf(message));
      await bus.publish([message]);
      await caughtUp(await start());
      await write([honest]);
      await stop();
      await write([honest]);
      await caughtUp(await start());
      expect(seen).toEqual([1]);
      expect(await refused()).toEqual([]);
    });
  });
});
