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
  import { kafkaClient } from '@pii-vault/platform/messaging/kafka-client';
  import { kafkaConfig } from '@pii-vault/platform/messaging/kafka-config';
  import { silentLogger } from '@pii-vault/platform/core/log/log';
  const producer = kafkaClient(loadConfig(kafkaConfig, process.env), silentLogger()).producer();
  await producer.connect();
  await producer.send({ topic: '${topic}', messages: [{ value: 'x' }] }).then(
    () => console.log('sent'),
    (error) => console.log(error.message),
  );
  await producer.disconnect();
`;

it.each([
  ['lineage', 'vault.audit'],
  ['vault', 'identity.user_created'],
  ['audit', 'vault.audit'],
  ['vault', 'vault.not_declared'],
])('Kafka does not let %s write to %s', async (service, topic) => {
  expect(await walk.vault.evaluate(service, sendTo(topic))).toMatch(/not authorized|authorization failed/i);
});
