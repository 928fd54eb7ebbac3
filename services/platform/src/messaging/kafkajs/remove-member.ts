import { type Broker, type Cluster, type Kafka, PartitionAssigners } from 'kafkajs';
import { whenReady } from './when-ready.ts';

/**
 * Removes a member from its group; does nothing where kafkajs no longer has the private names, so the group waits for
 * the session to end.
 */
export async function removeMember(kafka: Kafka, groupId: string, memberId: string): Promise<void> {
  let cluster: Cluster | undefined;
  // An assigner's options are the only place where kafkajs exposes its cluster. This consumer never joins.
  const consumer = kafka.consumer({
    groupId,
    partitionAssigners: [
      (options) => {
        cluster = options.cluster;
        return PartitionAssigners.roundRobin(options);
      },
    ],
  });
  await consumer.connect();
  try {
    const coordinator = await whenReady(async () => await cluster?.findGroupCoordinator({ groupId }));
    if (coordinator !== undefined) await leaveGroup(coordinator, groupId, memberId);
  } finally {
    await consumer.disconnect();
  }
}

/** kafkajs has this call of a broker, and its types leave it out. */
async function leaveGroup(coordinator: Broker, groupId: string, memberId: string): Promise<void> {
  const leave: unknown = Reflect.get(coordinator, 'leaveGroup');
  if (typeof leave === 'function') await Reflect.apply(leave, coordinator, [{ groupId, memberId }]);
}
