import { randomUUID } from 'node:crypto';
import { type Broker, type Cluster, Kafka, logLevel, PartitionAssigners } from 'kafkajs';
import { afterEach, beforeEach, describe, expect, inject, it } from 'vitest';
import { loadConfig } from '../core/config/config.ts';
import { silentLogger } from '../core/log/log.ts';
import { nameOfProcess } from '../core/system/process-name.ts';
import { testRecordKeys } from '../testing/test-record-keys.ts';
import type { Bus, BusMessage } from './bus.ts';
import { busMessage } from './bus-contract.ts';
import { kafkaBus } from './kafka-bus.ts';
import { kafkaConfig } from './kafka-config.ts';
import { CLIENT_ID, evictDeadMembers } from './kafka-dead-members.ts';
import { whenReady } from './kafkajs/when-ready.ts';
import { openKafkaClient } from './open-kafka-client.ts';

const config = loadConfig(kafkaConfig, inject('testServices'));
/** Longer than the test timeout, so that a group that waits for such a member fails the test. */
const SESSION_MS = 300_000;

/** Joins and then stays silent, like a killed process. */
async function joinAndVanish(groupId: string, topic: string, clientId: string): Promise<string> {
  let cluster: Cluster | undefined;
  const consumer = new Kafka({ clientId, brokers: config.brokers, logLevel: logLevel.NOTHING }).consumer({
    groupId,
    partitionAssigners: [
      (given) => {
        cluster = given.cluster;
        return PartitionAssigners.roundRobin(given);
      },
    ],
  });
  await consumer.connect();
  if (cluster === undefined) throw new Error('kafkajs requests the assigner when a consumer is created');
  const coordinator = (await cluster.findGroupCoordinator({ groupId })) as Broker & {
    joinGroup(request: object): Promise<{ memberId: string; generationId: number }>;
    syncGroup(request: object): Promise<void>;
  };
  const protocol = PartitionAssigners.roundRobin({ cluster, groupId, logger: consumer.logger() });
  const { memberId, generationId } = await whenReady(() =>
    coordinator.joinGroup({
      groupId,
      sessionTimeout: SESSION_MS,
      rebalanceTimeout: SESSION_MS,
      groupProtocols: [protocol.protocol({ topics: [topic] })],
    }),
  );
  await coordinator.syncGroup({ groupId, generationId, memberId, groupAssignment: [] });
  await consumer.disconnect();
  return memberId;
}

const gone = CLIENT_ID.replace(/[0-9a-f]{12}$/, '0123456789ab');

describe.each(['kafkajs', 'platformatic'])('with %s', (client) => {
  const settings = loadConfig(kafkaConfig, { ...inject('testServices'), KAFKA_CLIENT: client });
  let bus: Bus;
  beforeEach(async () => {
    bus = await kafkaBus({ ...settings, keys: testRecordKeys(), log: silentLogger() });
  });
  afterEach(() => bus.close());

  it.each([
    ['of an ended process of this host', gone],
    ['of an earlier start of this process', CLIENT_ID],
  ])('does not wait for a member %s', async (_, clientId) => {
    const [topic, group] = [`vault.k${randomUUID().slice(0, 8)}`, `vault.g${randomUUID().slice(0, 8)}`];
    const messages = [busMessage(topic, 1), busMessage(topic, 2)];
    await bus.publish(messages);
    await joinAndVanish(group, topic, clientId);
    const seen: BusMessage[] = [];
    const handler = async (batch: BusMessage[]) => void seen.push(...batch);
    const subscription = await bus.subscribe({ group, topics: [topic], handler });
    while ((await subscription.lag()) > 0) await subscription.flush();
    expect(seen).toEqual(messages);
  });

  it('keeps members of running processes, of other hosts and of other programs', async () => {
    const [topic, group] = [`vault.k${randomUUID().slice(0, 8)}`, `vault.g${randomUUID().slice(0, 8)}`];
    await bus.publish([busMessage(topic, 1)]);
    const running = `pii-vault.${await nameOfProcess(process.ppid)}`;
    const elsewhere = gone.replace('pii-vault.', 'pii-vault.another-');
    const admin = await (await openKafkaClient(settings, silentLogger())).connectAdmin();
    for (const clientId of [running, elsewhere, 'somebody']) {
      const groupId = `${group}.${clientId}`;
      const memberId = await joinAndVanish(groupId, topic, clientId);
      await evictDeadMembers(groupId).evict(admin);
      const members = await admin.listMembers(groupId);
      expect(members.map((member) => member.memberId)).toEqual([memberId]);
    }
    await admin.close();
  });
});
