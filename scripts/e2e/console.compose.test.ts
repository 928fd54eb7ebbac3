import { expect, it } from 'vitest';
import { startComposeVault } from '../running-vault/compose-vault.ts';
import { addPerson } from './walk/add-person.ts';
import { companiesAndImports } from './walk/companies-and-imports.ts';
import { everyScreen } from './walk/every-screen.ts';
import { firstVisit } from './walk/first-visit.ts';
import { lineage } from './walk/lineage.ts';
import { observability } from './walk/observability.ts';
import { partnerSystem } from './walk/partner-system.ts';
import { profileAndReveal } from './walk/profile-and-reveal.ts';
import { walkThrough } from './walk/walk.ts';

// The walk of console.int.test.ts through containers. Its audit trail is not walked: an entry is edited in the files of a
// database that is on this machine.
const walk = walkThrough(startComposeVault, {
  // axe checks the embedded walk: the console's files, and so its screens, are the same in both.
  isCheckedByAxe: () => false,
  startMs: 600_000,
});
firstVisit(walk);
companiesAndImports(walk);
profileAndReveal(walk);
addPerson(walk);
lineage(walk);
partnerSystem(walk);
everyScreen(walk);
observability(walk);

/** Sends a record as the service of the container that runs it, and prints how it ended. */
const sendTo = (topic: string) => `
  import { loadConfig } from '@pii-vault/platform/config/config';
  import { kafkaClient } from '@pii-vault/platform/events/kafka-client';
  import { kafkaConfig } from '@pii-vault/platform/events/kafka-config';
  import { silentLogger } from '@pii-vault/platform/log/log';
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
