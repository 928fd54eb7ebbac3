import { type Broker, type Cluster, type PartitionAssigner, PartitionAssigners } from 'kafkajs';
import { isGone, PROCESS_NAME } from '../process/process-name.ts';
import { whenReady } from './kafka-when-ready.ts';
import { leaveGroup } from './kafkajs-internals/leave-group.ts';

const PREFIX = 'pii-vault.';
/** What brokers call this process. */
export const CLIENT_ID = `${PREFIX}${PROCESS_NAME}`;

/** Members of this process that have joined and not ended. */
const living = new Set<string>();
/** Those that are about to join, by group: the group knows them before they know what they are called in it. */
const joining = new Map<string, Set<object>>();

interface DescribedGroups {
  readonly groups: readonly { readonly members: readonly { memberId: string; clientId: string }[] }[];
}

export interface FormerMembers {
  /** To be given to the consumer: the one place where kafkajs hands out its connections. */
  readonly assigner: PartitionAssigner;
  /**
   * Lets members leave the group that are gone and could not: of processes of this host that were killed, and those
   * that this process was until the brokers no longer heard it. A group waits for each of its members until it has been
   * silent for a session, and nobody reads meanwhile.
   */
  leave(): Promise<void>;
  /** Who this is from now on. */
  joined(memberId: string): void;
  /** This one has left, or cannot. */
  ended(): void;
}

export function formerMembers(groupId: string): FormerMembers {
  let cluster: Cluster | undefined;
  let self: string | undefined;
  const me = {};
  const joiners = joining.get(groupId) ?? new Set();
  joining.set(groupId, joiners);
  const ended = () => {
    joiners.delete(me);
    if (self !== undefined) living.delete(self);
    self = undefined;
  };
  return {
    assigner(config) {
      cluster = config.cluster;
      return PartitionAssigners.roundRobin(config);
    },
    async leave() {
      if (cluster === undefined) return;
      joiners.add(me);
      for (const { coordinator, members } of await describe(cluster, groupId))
        for (const { memberId, clientId } of members)
          if (await isFormer(memberId, clientId, joiners.size === 1))
            // Who is missed meanwhile is an error, too; who stays is waited for.
            await leaveGroup(coordinator, groupId, memberId).catch(() => undefined);
    },
    joined(memberId) {
      ended();
      self = memberId;
      living.add(memberId);
    },
    ended,
  };
}

/** @param isAlone nobody else of this process joins the group: a member that is not known may be one that does */
async function isFormer(memberId: string, clientId: string, isAlone: boolean): Promise<boolean> {
  if (clientId === CLIENT_ID) return isAlone && !living.has(memberId);
  return clientId.startsWith(PREFIX) && (await isGone(clientId.slice(PREFIX.length)));
}

async function describe(cluster: Cluster, groupId: string) {
  return await whenReady(async () => {
    const coordinator: Broker = await cluster.findGroupCoordinator({ groupId });
    const { groups }: DescribedGroups = await coordinator.describeGroups({ groupIds: [groupId] });
    return groups.map(({ members }) => ({ coordinator, members }));
  });
}
