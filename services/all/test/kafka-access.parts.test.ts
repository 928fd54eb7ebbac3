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
import { kafkaConfig } from '@pii-vault/platform/messaging/kafka-config';
import { rawKafka } from '@pii-vault/platform/testing/raw-kafka';
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
const CLIENTS = ['kafkajs', 'platformatic'];
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
function adminConfig(client = 'kafkajs') {
  const admin = Object.entries(kafka.env).filter(([name]) => name.startsWith('ADMIN_'));
  const settings = Object.fromEntries(admin.map(([name, value]) => [name.slice(6), value]));
  return loadConfig(kafkaConfig, { ...settings, KAFKA_CLIENT: client });
}

function configOf(service: ServiceName, client = 'kafkajs') {
  const login = {
    KAFKA_CLIENT: client,
    KAFKA_SASL_USERNAME: kafkaUser(service),
    KAFKA_SASL_PASSWORD: password,
  };
  return loadConfig(kafkaConfig, { ...kafka.env, ...login });
}

async function busOf(service: ServiceName, client: string): Promise<Bus> {
  const bus = await kafkaBus({ ...configOf(service, client), keys, log: silentLogger() });
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
  const producer = rawKafka(configOf(service)).producer();
  await producer.connect();
  try {
    await producer.send({ topic, messages: [{ value: 'x' }] });
  } finally {
    await producer.disconnect();
  }
};
const DENIED = /Topic authorization failed|Not authorized to access topics/;

it.each([
  ['kafkajs', 'vault'],
  ['platformatic', 'identity'],
] as const)(
  'with %s, %s may publish its events and their consumers may read them',
  async (client, producer) => {
    const topic = `${producer}.audit`;
    const messages = [busMessage(topic, 1, { producer }), busMessage(topic, 2, { producer })];
    await publishAtLast(await busOf(producer, client), messages.slice(0, 1));
    // A second process reads back the numbers of the first.
    await publishAtLast(await busOf(producer, client), messages);
    const seen: BusMessage[] = [];
    const subscription = await (await busOf('audit', client)).subscribe({
      group: `audit.audit-intake-${producer}`,
      topics: [topic],
      handler: async (batch) => void seen.push(...batch),
    });
    do await subscription.flush();
    while ((await subscription.lag()) > 0);
    expect(seen).toEqual(messages);
  },
);

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
    const consumer = rawKafka(configOf(service)).consumer({
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
    const admin = rawKafka(loadConfig(kafkaConfig, settings)).admin({
      retry: { retries: 0 },
    });
    await expect(admin.connect().then(() => admin.listTopics())).rejects.toThrow();
    await admin.disconnect();
  }
});

it.each(CLIENTS)('removes an ACL with %s that a service no longer needs', async (client) => {
  await produce('tenancy', 'tenancy.company_created');
  await applyAccess(
    adminConfig(client),
    table.map((access) => (access.service === 'tenancy' ? { ...access, writes: [] } : access)),
  );
  await expect(produce('tenancy', 'tenancy.company_created')).rejects.toThrow(DENIED);
  await applyAccess(adminConfig(client), table);
  await produce('tenancy', 'tenancy.company_created');
});
