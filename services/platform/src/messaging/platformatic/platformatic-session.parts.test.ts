import { randomUUID } from 'node:crypto';
import { afterEach, expect, inject, it } from 'vitest';
import { loadConfig } from '../../core/config/config.ts';
import type { FetchedBatch, KafkaClient, KafkaRecord, Position } from '../kafka-client.ts';
import { kafkaConfig } from '../kafka-config.ts';
import { platformaticClient } from './platformatic-client.ts';

const ending: (() => Promise<void>)[] = [];
afterEach(async () => {
  for (const end of ending.splice(0)) await end();
});

/** A running session. */
interface Member {
  readonly offsets: number[];
  /** Number of times that it was assigned the partition. */
  assigned(): number;
  /** Resolves when the group shares out its partitions and this member had some. */
  readonly revoked: Promise<void>;
}

/** Joins a group. @param work is called with the records in hand */
function join(
  client: KafkaClient,
  group: string,
  topic: string,
  work: () => Promise<void> = async () => undefined,
): Member {
  const [stopping, revoked, offsets] = [new AbortController(), Promise.withResolvers<void>(), [] as number[]];
  let [assigned, running] = [0, Promise.resolve()];
  async function eachBatch(records: readonly KafkaRecord[], batch: FetchedBatch): Promise<void> {
    offsets.push(...records.map(({ offset }) => offset));
    await work();
    const position: Position = { topic, partition: 0, offset: (records.at(-1)?.offset ?? 0) + 1 };
    await batch.commit([position]);
    batch.resolve(position);
  }
  const ended = client.runSession({
    group,
    topics: [topic],
    signal: stopping.signal,
    eachBatch: (records, batch) => {
      running = eachBatch(records, batch);
      return running;
    },
    onAssigned(partitions) {
      if (partitions?.[topic]?.includes(0) === true) assigned += 1;
      else if (partitions === undefined && assigned > 0) revoked.resolve();
    },
    settle: () => running.catch(() => undefined),
  });
  ending.unshift(async () => {
    stopping.abort();
    await ended;
  });
  return { offsets, assigned: () => assigned, revoked: revoked.promise };
}

it('a session does not hand over a partition while its records are being handled', async () => {
  const client = platformaticClient(loadConfig(kafkaConfig, inject('testServices')));
  const [admin, producer] = [await client.connectAdmin(), await client.connectProducer()];
  ending.push(
    () => producer.close(),
    () => admin.close(),
  );
  const [topic, group] = [`vault.c${randomUUID().slice(0, 8)}`, `vault.g${randomUUID().slice(0, 8)}`];
  await admin.createTopics([{ topic, partitions: 1, entries: {} }], 1);
  const record = { topic, partition: 0, value: Buffer.from('x'), headers: {} };
  await producer.send([record, record, record]);
  const [started, goOn] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
  const first = join(client, group, topic, async () => {
    started.resolve();
    await goOn.promise;
  });
  await started.promise;
  const second = join(client, group, topic);
  ending.unshift(async () => goOn.resolve());
  await first.revoked;
  // A member that joins again without waiting would have been answered by now.
  for (let trips = 0; trips < 50; trips += 1) await admin.listMembers(group);
  expect([first.assigned(), second.assigned()]).toEqual([1, 0]);
  goOn.resolve();
  await expect.poll(() => first.assigned() + second.assigned()).toBeGreaterThan(1);
  await producer.send([record]);
  await expect.poll(() => [...first.offsets, ...second.offsets]).toEqual([0, 1, 2, 3]);
});
