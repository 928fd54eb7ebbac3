import { type Broker, type Cluster, type PartitionAssigner, PartitionAssigners } from 'kafkajs';
import { isGone, PROCESS_NAME } from '../core/system/process-name.ts';
import { whenReady } from './kafka-when-ready.ts';
import { leaveGroup } from './kafkajs-internals/leave-group.ts';

const PREFIX = 'pii-vault.';
/** Client id of this process at the brokers. */
export const CLIENT_ID = `${PREFIX}${PROCESS_NAME}`;

/** Members of this process that have joined and not ended. */
const living = new Set<string>();
/** Members that are joining, by group: the group lists them before they learn their member ids. */
const joining = new Map<string, Set<object>>();

interface DescribedGroups {
  readonly groups: readonly { readonly members: readonly { memberId: string; clientId: string }[] }[];
}

export interface DeadMemberEviction {
  /** For the consumer's options: the only place where kafkajs exposes its cluster connection. */
  readonly assigner: PartitionAssigner;
  /**
   * Removes dead members from the group: those of killed processes on this host, and former memberships of this process
   * that timed out at the brokers. Otherwise the group waits for the session timeout of each, and no member reads
   * meanwhile.
   */
  evict(): Promise<void>;
  /** Records the member id of this process. */
  joined(memberId: string): void;
  /** The membership of this process has ended, or could not end. */
  ended(): void;
}

export function evictDeadMembers(groupId: string): DeadMemberEviction {
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
    async evict() {
      if (cluster === undefined) return;
      joiners.add(me);
      for (const { coordinator, members } of await describe(cluster, groupId))
        for (const { memberId, clientId } of members)
          if (await isDead(memberId, clientId, joiners.size === 1))
            // It fails for a member that has left meanwhile. A member that stays costs a session timeout.
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

/** @param isAlone no other member of this process is joining; otherwise an unknown member may be that one */
async function isDead(memberId: string, clientId: string, isAlone: boolean): Promise<boolean> {
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
