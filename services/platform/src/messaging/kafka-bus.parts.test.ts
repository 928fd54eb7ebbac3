import { randomUUID } from 'node:crypto';
import { afterEach, describe, expect, inject, it } from 'vitest';
import { loadConfig } from '../core/config/config.ts';
import { silentLogger } from '../core/log/log.ts';
import { writeRaw } from '../testing/raw-kafka.ts';
import { testRecordKeys } from '../testing/test-record-keys.ts';
import { addressOf } from '../testing/test-services.ts';
import type { Bus, BusMessage, Subscription } from './bus.ts';
import { busMessage, describeBusContract } from './bus-contract.ts';
import { kafkaBus } from './kafka-bus.ts';
import { kafkaConfig } from './kafka-config.ts';
import { partitionOf, recordValues } from './kafka-record.ts';
import { recordSigner } from './kafka-record-signer.ts';

const env = inject('testServices');
const keys = testRecordKeys();
const open: Bus[] = [];
const newTopic = () => `vault.k${randomUUID().slice(0, 8)}`;
const PARTITIONS = 6;

/** Reads a topic with a group until its end. */
async function read(bus: Bus, topic: string, group: string): Promise<BusMessage[]> {
  const seen: BusMessage[] = [];
  const handler = async (batch: BusMessage[]) => void seen.push(...batch);
  const subscription = await bus.subscribe({ group, topics: [topic], handler });
  await subscription.flush();
  expect(await subscription.lag()).toBe(0);
  return seen.sort((a, b) => a.seq - b.seq);
}

/** Writes to the topic without the bus, like a relay that has lost its lease without noticing. */
const write = (topic: string, messages: Parameters<typeof writeRaw>[2]) =>
  writeRaw(addressOf(env, 'KAFKA_BROKERS'), topic, messages);

function signedRecords(message: BusMessage) {
  const partition = partitionOf(message.key, PARTITIONS);
  return recordValues([message]).map((value) => recordSigner(keys)(message.topic, partition, value));
}

afterEach(async () => {
  for (const bus of open.splice(0)) await bus.close();
});

async function busWith(client: string, settings: Readonly<Record<string, string>> = env): Promise<Bus> {
  const config = loadConfig(kafkaConfig, { ...settings, KAFKA_CLIENT: client });
  const bus = await kafkaBus({ ...config, keys, log: silentLogger() });
  open.push(bus);
  return bus;
}

describe.each(['kafkajs', 'platformatic'])('Kafka bus with %s', (client) => {
  const makeBus = (settings = env) => busWith(client, settings);

  describeBusContract(`Kafka with ${client}`, makeBus);

  it('uses TLS and SCRAM and refuses an unknown certificate or password', async () => {
    const login = {
      KAFKA_BROKERS: addressOf(env, 'SECURE_KAFKA_BROKERS'),
      KAFKA_SASL_USERNAME: addressOf(env, 'SECURE_KAFKA_SASL_USERNAME'),
    };
    const ca = { KAFKA_TLS_CA_FILE: addressOf(env, 'SECURE_KAFKA_TLS_CA_FILE') };
    const password = { KAFKA_SASL_PASSWORD_FILE: addressOf(env, 'SECURE_KAFKA_SASL_PASSWORD_FILE') };
    const topic = newTopic();
    const trusted = await makeBus({ ...login, ...ca, ...password });
    await trusted.ready();
    await trusted.publish([busMessage(topic, 1)]);
    expect(await read(trusted, topic, 'secure')).toHaveLength(1);
    for (const wrong of [
      { ...login, ...password },
      { ...login, ...ca, KAFKA_SASL_PASSWORD: 'another' },
      { KAFKA_BROKERS: login.KAFKA_BROKERS },
    ])
      await expect((await makeBus(wrong)).publish([busMessage(topic, 2)])).rejects.toMatchObject({
        code: 'UNAVAILABLE',
        reason: 'BUS_UNAVAILABLE',
      });
    expect(() => loadConfig(kafkaConfig, login)).toThrow(/KAFKA_SASL_PASSWORD_FILE/);
  });

  it('knows the sequence numbers of its predecessor process', async () => {
    const topic = newTopic();
    const messages = Array.from({ length: 50 }, (_, i) => busMessage(topic, i + 1, { key: `1:${i}` }));
    await (await makeBus()).publish(messages.slice(0, 40));
    const next = await makeBus();
    await next.publish(messages.slice(20));
    await expect(next.publish([busMessage(topic, 30)])).rejects.toMatchObject({ code: 'DATA_LOSS' });
    await expect((await makeBus()).publish([busMessage(topic, 50)])).rejects.toMatchObject({
      code: 'DATA_LOSS',
    });
    expect(await read(next, topic, 'next')).toEqual(messages);
  });

  it('completes a batch that only some partitions accepted', async () => {
    const topic = newTopic();
    const messages = Array.from({ length: 20 }, (_, i) => busMessage(topic, i + 1, { key: `1:${i}` }));
    await (await makeBus()).publish(messages.slice(0, 1));
    const part = messages.slice(1).filter((message) => partitionOf(message.key, PARTITIONS) % 2 === 0);
    await write(topic, part.flatMap(signedRecords));
    const next = await makeBus();
    await next.publish(messages);
    expect(await read(next, topic, 'completed')).toEqual(messages);
  });

  it('delivers messages once although a relay without a lease writes them again later', async () => {
    const topic = newTopic();
    const one = await makeBus();
    const messages = Array.from({ length: 30 }, (_, i) => busMessage(topic, i + 1, { key: `1:${i % 5}` }));
    await one.publish(messages.slice(0, 20));
    const seqs: number[] = [];
    const handler = async (batch: BusMessage[]) => void seqs.push(...batch.map((message) => message.seq));
    const subscription = await one.subscribe({ group: 'late', topics: [topic], handler });
    await subscription.flush();
    await write(topic, messages.slice(10, 20).flatMap(signedRecords));
    await one.publish(messages.slice(20));
    await subscription.flush();
    expect(await subscription.lag()).toBe(0);
    expect(seqs.sort((a, b) => a - b)).toEqual(messages.map((message) => message.seq));
  });

  it('stops a writer when another writer uses the same sequence numbers', async () => {
    const topic = newTopic();
    const [one, restored] = [await makeBus(), await makeBus()];
    const some = (from: number) => Array.from({ length: 40 }, (_, i) => busMessage(topic, from + i));
    await one.publish(some(1));
    await restored.publish(some(41));
    await one.publish(some(41));
    await expect(one.publish(some(81))).rejects.toMatchObject({ code: 'DATA_LOSS' });
    await expect(one.publish(some(81))).rejects.toMatchObject({ code: 'DATA_LOSS' });
  });

  it('skips a record that no relay has written', async () => {
    const topic = newTopic();
    const bus = await makeBus();
    const messages = [busMessage(topic, 1), busMessage(topic, 2)];
    await bus.publish(messages.slice(0, 1));
    await write(topic, [{ key: '1:1', value: Buffer.from('?'), partition: partitionOf('1:1', PARTITIONS) }]);
    await bus.publish(messages.slice(1));
    expect(await read(bus, topic, 'foreign')).toEqual(messages);
  });

  it('accepts a batch that exceeds the size of a Kafka request', async () => {
    const topic = newTopic();
    const bus = await makeBus();
    const messages = [400, 400, 400, 1_000, 10].map((kib, i) =>
      busMessage(topic, i + 1, { payload: Buffer.alloc(kib * 1024, i) }),
    );
    await bus.publish(messages);
    expect(await read(bus, topic, 'long')).toEqual(messages);
  });
});

it.each([
  ['kafkajs', 'platformatic'],
  ['platformatic', 'kafkajs'],
])('members with %s and %s share a group, as during a change of KAFKA_CLIENT', async (...clients) => {
  const topic = newTopic();
  const seen: BusMessage[] = [];
  const members = await Promise.all(clients.map((client) => busWith(client)));
  const handler = async (batch: BusMessage[]) => void seen.push(...batch);
  const subscriptions: Subscription[] = [];
  for (const [at, bus] of members.entries()) {
    subscriptions.push(await bus.subscribe({ group: 'mixed', topics: [topic], handler }));
    const some = Array.from({ length: 50 }, (_, i) => busMessage(topic, 50 * at + i + 1, { key: `1:${i}` }));
    await members[0]?.publish(some);
    do for (const subscription of subscriptions) await subscription.flush();
    while ((await subscriptions[0]?.lag()) !== 0);
  }
  expect(seen.map(({ seq }) => seq).toSorted((a, b) => a - b)).toEqual(
    Array.from({ length: 100 }, (_, i) => i + 1),
  );
});
