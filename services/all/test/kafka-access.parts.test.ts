import { randomUUID } from 'node:crypto';
import { mkdir, mkdtemp, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { loadConfig } from '@pii-vault/platform/core/config/config';
import type { ServiceName } from '@pii-vault/platform/core/context/caller';
import { silentLogger } from '@pii-vault/platform/core/log/log';
import type { Bus, BusMessage } from '@pii-vault/platform/messaging/bus';
import { busMessage } from '@pii-vault/platform/messaging/bus-contract';
import { kafkaBus } from '@pii-vault/platform/messaging/kafka-bus';
import { kafkaClient } from '@pii-vault/platform/messaging/kafka-client';
import { kafkaConfig } from '@pii-vault/platform/messaging/kafka-config';
import { testRecordKeys } from '@pii-vault/platform/testing/test-record-keys';
import { startTestServices, type TestServices } from '@pii-vault/platform/testing/test-services';
import { afterAll, afterEach, beforeAll, expect, it } from 'vitest';
import { accessTable, kafkaUser } from '../src/deployment/kafka/access-table.ts';
import { applyAccess } from '../src/deployment/kafka/apply-access.ts';
import { kafkaUsers } from '../src/deployment/kafka/kafka-users.ts';
import { allModules } from '../src/modules.ts';

const password = randomUUID().replaceAll('-', '');
const table = accessTable(allModules);
const keys = testRecordKeys();
const open: Bus[] = [];
let kafka: TestServices;

beforeAll(async () => {
  const folder = await mkdtemp(join(tmpdir(), 'pii-vault-acls-'));
  await mkdir(join(folder, 'kafka'));
  await writeFile(
    join(folder, 'kafka', 'users'),
    kafkaUsers(() => password),
    { mode: 0o600 },
  );
  kafka = await startTestServices(folder, ['kafka']);
  await applyAccess(adminConfig(), table);
});
afterEach(async () => {
  for (const bus of open.splice(0)) await bus.close();
});
afterAll(() => kafka.stop());

/** Settings of Kafka's administrator. */
function adminConfig() {
  const admin = Object.entries(kafka.env).filter(([name]) => name.startsWith('ADMIN_'));
  return loadConfig(kafkaConfig, Object.fromEntries(admin.map(([name, value]) => [name.slice(6), value])));
}

function configOf(service: ServiceName) {
  const login = { KAFKA_SASL_USERNAME: kafkaUser(service), KAFKA_SASL_PASSWORD: password };
  return loadConfig(kafkaConfig, { ...kafka.env, ...login });
}

function busOf(service: ServiceName): Bus {
  const bus = kafkaBus({ ...configOf(service), keys, log: silentLogger() });
  open.push(bus);
  return bus;
}

/** Retries like a relay, because the first group on a broker waits for the topic of offsets. */
async function publishAtLast(bus: Bus, messages: readonly BusMessage[]): Promise<void> {
  for (let isDone = false; !isDone; )
    isDone = await bus.publish(messages).then(
      () => true,
      () => false,
    );
}

const produce = async (service: ServiceName, topic: string) => {
  const producer = kafkaClient(configOf(service), silentLogger()).producer();
  await producer.connect();
  try {
    await producer.send({ topic, messages: [{ value: 'x' }] });
  } finally {
    await producer.disconnect();
  }
};
const DENIED = /Topic authorization failed|Not authorized to access topics/;

it('allows a service to publish its events, and their consumers to read them', async () => {
  const messages = [busMessage('vault.audit', 1), busMessage('vault.audit', 2)];
  await publishAtLast(busOf('vault'), messages.slice(0, 1));
  // A second process reads back the numbers of the first.
  await publishAtLast(busOf('vault'), messages);
  const seen: BusMessage[] = [];
  const subscription = await busOf('audit').subscribe({
    group: 'audit.audit-intake-vault',
    topics: ['vault.audit'],
    handler: async (batch) => void seen.push(...batch),
  });
  do await subscription.flush();
  while ((await subscription.lag()) > 0);
  expect(seen).toEqual(messages);
});

it.each([
  ['lineage', 'vault.audit'],
  ['audit', 'vault.audit'],
  ['vault', 'lineage.audit'],
  ['gateway', 'vault.record_changed'],
  ['vault', 'vault.not_declared'],
] as const)('does not allow %s to write to %s', async (service, topic) => {
  await expect(produce(service, topic)).rejects.toThrow(DENIED);
});

it('allows no service to read other topics, or to join groups of other services', async () => {
  const read = async (service: ServiceName, groupId: string, topic: string) => {
    const consumer = kafkaClient(configOf(service), silentLogger()).consumer({
      groupId,
      retry: { retries: 0 },
    });
    const crashed = new Promise<never>((_, reject) => {
      consumer.on(consumer.events.CRASH, ({ payload }) => reject(payload.error));
    });
    crashed.catch(() => undefined);
    await consumer.connect();
    try {
      await consumer.subscribe({ topic });
      await consumer.run({ eachMessage: () => Promise.resolve() });
      await crashed;
    } finally {
      await consumer.disconnect();
    }
  };
  await expect(read('lineage', 'lineage.x', 'identity.user_created')).rejects.toThrow(DENIED);
  await expect(read('lineage', 'audit.audit-intake-vault', 'vault.record_changed')).rejects.toThrow(
    /Failed to find group coordinator|[Gg]roup authorization/,
  );
});

it('refuses connections without a login', async () => {
  const { KAFKA_BROKERS, KAFKA_TLS_CA_FILE, ADMIN_KAFKA_BROKERS } = kafka.env;
  for (const settings of [
    { KAFKA_BROKERS },
    { KAFKA_BROKERS, KAFKA_TLS_CA_FILE },
    { KAFKA_BROKERS: ADMIN_KAFKA_BROKERS, KAFKA_TLS_CA_FILE },
  ]) {
    const admin = kafkaClient(loadConfig(kafkaConfig, settings), silentLogger()).admin({
      retry: { retries: 0 },
    });
    await expect(admin.connect().then(() => admin.listTopics())).rejects.toThrow();
    await admin.disconnect();
  }
});

it('removes an ACL that a service no longer needs', async () => {
  await produce('tenancy', 'tenancy.company_created');
  await applyAccess(
    adminConfig(),
    table.map((access) => (access.service === 'tenancy' ? { ...access, writes: [] } : access)),
  );
  await expect(produce('tenancy', 'tenancy.company_created')).rejects.toThrow(DENIED);
  await applyAccess(adminConfig(), table);
  await produce('tenancy', 'tenancy.company_created');
});
