import { expect, it } from 'vitest';
import { startComposeVault } from '../running-vault/compose-vault.ts';
import { deployedWalk } from './walk/deployed-walk.ts';
import { noValueReadable } from './walk/no-value-readable.ts';
import { observability } from './walk/observability.ts';

const walk = deployedWalk(startComposeVault, 600_000);
observability(walk);
noValueReadable(walk);

/** Sends a record as the service whose container runs it, and prints the result. */
const sendTo = (topic: string) => `
  import { loadConfig } from '@pii-vault/platform/core/config/config';
    import { kafkaConfig } from '@pii-vault/platform/messaging/kafka-config';
  import { openKafkaClient } from '@pii-vault/platform/messaging/open-kafka-client';
  import { silentLogger } from '@pii-vault/platform/core/log/log';
  const client = await openKafkaClient(loadConfig(kafkaConfig, process.env), silentLogger());
  const producer = await client.connectProducer();
  const record = { topic: '${topic}', partition: 0, value: Buffer.from('x'), headers: {} };
  await producer.send([record]).then(
    () => console.log('sent'),
    (error) => console.log(error.message),
  );
  await producer.close();
`;

it.each([
  ['lineage', 'vault.audit'],
  ['vault', 'identity.user_created'],
  ['audit', 'vault.audit'],
  ['vault', 'vault.not_declared'],
])('Kafka does not let %s write to %s', async (service, topic) => {
  expect(await walk.vault.evaluate(service, sendTo(topic))).toMatch(/not authorized|authorization failed/i);
});
