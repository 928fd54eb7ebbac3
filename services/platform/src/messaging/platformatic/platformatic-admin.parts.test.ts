import { randomUUID } from 'node:crypto';
import { afterEach, expect, inject, it } from 'vitest';
import { addressOf } from '../../testing/test-services.ts';
import type { KafkaAdmin } from '../kafka-client.ts';
import { connectAdmin } from './platformatic-admin.ts';

const open: KafkaAdmin[] = [];
afterEach(async () => {
  for (const admin of open.splice(0)) await admin.close();
});

/** Without the library's own retries, which bridge a second and a half. */
async function admin(): Promise<KafkaAdmin> {
  const bootstrapBrokers = addressOf(inject('testServices'), 'KAFKA_BROKERS').split(',');
  const connected = await connectAdmin({ clientId: 'test', bootstrapBrokers, retries: 0 });
  open.push(connected);
  return connected;
}

it('reads the bounds of a topic that the broker does not know yet', async () => {
  const [reader, maker] = [await admin(), await admin()];
  const topic = `vault.a${randomUUID().slice(0, 8)}`;
  const bounds = reader.readBounds(topic);
  const [read] = await Promise.allSettled([
    bounds,
    maker.createTopics([{ topic, partitions: 2, entries: {} }], 1),
  ]);
  expect(read).toEqual({
    status: 'fulfilled',
    value: [
      { partition: 0, low: 0, high: 0 },
      { partition: 1, low: 0, high: 0 },
    ],
  });
});
