import { mkdtemp } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { loadConfig } from '../core/config/config.ts';
import { silentLogger } from '../core/log/log.ts';
import { testRecordKeys } from '../testing/test-record-keys.ts';
import { startTestServices, type TestServices } from '../testing/test-services.ts';
import type { Bus, BusMessage, Subscription } from './bus.ts';
import { busMessage } from './bus-contract.ts';
import { kafkaBus } from './kafka-bus.ts';
import { kafkaConfig } from './kafka-config.ts';

let kafka: TestServices;
beforeAll(async () => {
  kafka = await startTestServices(await mkdtemp(join(tmpdir(), 'pii-vault-kafka-')), ['kafka']);
});
afterAll(() => kafka.stop());

let bus: Bus;
const makeBus = (client: string) =>
  kafkaBus({
    ...loadConfig(kafkaConfig, { ...kafka.env, KAFKA_CLIENT: client }),
    keys: testRecordKeys(),
    log: silentLogger(),
  });
afterEach(() => bus.close());

/** Retries until it succeeds, like a relay, and records each failure. */
async function publishAtLast(
  messages: readonly BusMessage[],
  onFailure: (error: unknown) => void = () => {},
) {
  for (let isDone = false; !isDone; )
    isDone = await bus.publish(messages).then(
      () => true,
      (error: unknown) => {
        onFailure(error);
        return false;
      },
    );
}

async function catchUp(subscription: Subscription): Promise<void> {
  while ((await subscription.lag().catch(() => 1)) > 0) await subscription.flush();
}

describe.each(['kafkajs', 'platformatic'])('with %s', (client) => {
  it('recovers from an outage of Kafka during publishing and handling', async () => {
    const topic = `vault.outage_${client}`;
    bus = await makeBus(client);
    const seen: BusMessage[] = [];
    const halfway = Promise.withResolvers<void>();
    const away = Promise.withResolvers<void>();
    const subscription = await bus.subscribe({
      group: `outage.${client}`,
      topics: [topic],
      maxBatch: 50,
      handler: async (batch) => {
        seen.push(...batch);
        if (seen.length < 300) return;
        // The messages are handled but not committed before the broker stops.
        halfway.resolve();
        await away.promise;
      },
    });
    const messages = Array.from({ length: 1_000 }, (_, i) =>
      busMessage(topic, i + 1, { key: `1:${i % 30}` }),
    );
    await bus.publish(messages.slice(0, 500));
    await halfway.promise;
    await kafka.stop('kafka');
    away.resolve();

    const refused = Promise.withResolvers<unknown>();
    const rest = publishAtLast(messages.slice(400), refused.resolve);
    expect(await refused.promise).toMatchObject({ code: 'UNAVAILABLE', reason: 'BUS_UNAVAILABLE' });
    await expect(bus.ready()).rejects.toMatchObject({ code: 'UNAVAILABLE' });
    await expect(subscription.lag()).rejects.toMatchObject({ code: 'UNAVAILABLE' });

    await kafka.start('kafka');
    await rest;
    await bus.ready();
    await catchUp(subscription);
    expect(seen).toHaveLength(1_000);
    for (const ofKey of Map.groupBy(seen, (message) => message.key).values()) {
      const seqs = ofKey.map((message) => message.seq);
      expect(seqs).toEqual(seqs.toSorted((a, b) => a - b));
    }
  });

  it('can be used before Kafka runs, and can be stopped without it', async () => {
    const topic = `vault.early_${client}`;
    await kafka.stop('kafka');
    bus = await makeBus(client);
    const seqs: number[] = [];
    const handler = async (batch: BusMessage[]) => void seqs.push(...batch.map((message) => message.seq));
    const [kept, stopped] = [
      await bus.subscribe({ group: `kept.${client}`, topics: [topic], handler }),
      await bus.subscribe({ group: `stopped.${client}`, topics: [topic], handler: async () => undefined }),
    ];
    await expect(bus.publish([busMessage(topic, 1)])).rejects.toMatchObject({ code: 'UNAVAILABLE' });
    await kept.flush();
    await stopped.stop();
    await kafka.start('kafka');
    await publishAtLast([busMessage(topic, 1)]);
    await catchUp(kept);
    expect(seqs).toEqual([1]);
  });
});
