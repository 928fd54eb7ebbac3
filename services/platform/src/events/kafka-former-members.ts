import { type Broker, type Cluster, type PartitionAssigner, PartitionAssigners } from 'kafkajs';
import { PLACE } from '../process/place.ts';
import { whenReady } from './kafka-when-ready.ts';

/** What brokers call a process. Groups have their service's name, so that group and place say whose member one is. */
export const CLIENT_ID = `pii-vault.${PLACE}`;

/** Members of this process that have joined and not ended. */
const living = new Set<string>();

/** What kafkajs has and its types leave out. */
type Coordinator = Broker & {
  leaveGroup(request: { readonly groupId: string; readonly memberId: string }): Promise<void>;
};
interface DescribedGroups {
  readonly groups: readonly { readonly members: readonly { memberId: string; clientId: string }[] }[];
}

export interface FormerMembers {
  /** To be given to the consumer: the one place where kafkajs hands out its connections. */
  readonly assigner: PartitionAssigner;
  /**
   * Lets those leave the group that this process was a member by, or the one before it, and could not: killed, or cut off
   * from the brokers. A group waits for each of its members until it has been silent for a session, and nobody reads
   * meanwhile. A living process of the same name joins again.
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
  const ended = () => {
    if (self !== undefined) living.delete(self);
    self = undefined;
  };
  return {
    assigner(config) {
      cluster = config.cluster;
      return PartitionAssigners.roundRobin(config);
    },
    async leave() {
      const coordinator = (await cluster?.findGroupCoordinator({ groupId })) as Coordinator | undefined;
      if (coordinator === undefined) return;
      const { groups }: DescribedGroups = await whenReady(() =>
        coordinator.describeGroups({ groupIds: [groupId] }),
      );
      for (const { memberId, clientId } of groups.flatMap(({ members }) => members))
        if (clientId === CLIENT_ID && !living.has(memberId))
          // Who is missed meanwhile is an error, too; who stays is waited for.
          await coordinator.leaveGroup({ groupId, memberId }).catch(() => undefined);
    },
    joined(memberId) {
      ended();
      self = memberId;
      living.add(memberId);
    },
    ended,
  };
}
