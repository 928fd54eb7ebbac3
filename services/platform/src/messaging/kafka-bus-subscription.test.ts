import { getEventListeners } from 'node:events';
import { expect, it } from 'vitest';
import { loadConfig } from '../core/config/config.ts';
import { silentLogger } from '../core/log/log.ts';
import { subscribeKafka } from './kafka-bus-subscription.ts';
import type { KafkaAdmin, KafkaClient, SessionOptions } from './kafka-client.ts';
import { kafkaConfig } from './kafka-config.ts';

const TOPIC = 'vault.thing';

/** Sessions that leave a listener on their signal: they fail after joining, but the last one runs until it aborts. */
function failingClient(sessions: number) {
  const signals: AbortSignal[] = [];
  const lastStarted = Promise.withResolvers<void>();
  const runSession = async ({ signal, onAssigned }: SessionOptions) => {
    signals.push(signal);
    const end = Promise.withResolvers<void>();
    if (signal.aborted) end.resolve();
    signal.addEventListener('abort', () => end.resolve(), { once: true });
    onAssigned({ [TOPIC]: [0] }, 'member');
    if (signals.length < sessions) throw new Error('The library gave up');
    lastStarted.resolve();
    await end.promise;
  };
  return { signals, lastStarted: lastStarted.promise, runSession };
}

function subscribe({ runSession }: Pick<KafkaClient, 'runSession'>, listTopics: KafkaAdmin['listTopics']) {
  const admin: Pick<KafkaAdmin, 'listTopics' | 'listMembers'> = { listTopics, listMembers: async () => [] };
  return subscribeKafka({
    client: { runSession } as Pick<KafkaClient, 'runSession'> as KafkaClient,
    config: loadConfig(kafkaConfig, { KAFKA_BROKERS: 'localhost:9092' }),
    admin: { get: async () => admin as KafkaAdmin, reset: async () => undefined },
    read: () => ({ refused: 'unsigned' }),
    spec: { group: 'lineage.thing', topics: [TOPIC], handler: async () => undefined },
    log: silentLogger(),
  });
}

it('sessions that ended leave nothing on the signal of the one that runs', async () => {
  const client = failingClient(3);
  const subscription = subscribe(client, async () => [TOPIC]);
  await client.lastStarted;
  expect(getEventListeners(client.signals.at(-1) as AbortSignal, 'abort')).toHaveLength(1);
  await subscription.stop();
  expect(client.signals.map(({ aborted }) => aborted)).toEqual([false, false, true]);
});

it('a session that starts after the subscription was stopped ends', async () => {
  const client = failingClient(1);
  const topics = Promise.withResolvers<readonly string[]>();
  const stopped = subscribe(client, () => topics.promise).stop();
  topics.resolve([TOPIC]);
  await stopped;
  expect(client.signals.map(({ aborted }) => aborted)).toEqual([true]);
});
