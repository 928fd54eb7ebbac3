import { isGone, PROCESS_NAME } from '../core/system/process-name.ts';
import type { KafkaAdmin } from './kafka-client.ts';

const PREFIX = 'pii-vault.';
/** Client id of this process at the brokers. */
export const CLIENT_ID = `${PREFIX}${PROCESS_NAME}`;

/** Members of this process that have joined and not ended. */
const living = new Set<string>();
/** Members that are joining, by group: the group lists them before they learn their member ids. */
const joining = new Map<string, Set<object>>();

export interface DeadMemberEviction {
  /**
   * Removes dead members from the group: those of killed processes on this host, and former memberships of this process
   * that timed out at the brokers. Otherwise the group waits for the session timeout of each, and no member reads
   * meanwhile.
   */
  evict(admin: KafkaAdmin): Promise<void>;
  /** Records the member id of this process. */
  joined(memberId: string): void;
  /** The membership of this process has ended, or could not end. */
  ended(): void;
}

export function evictDeadMembers(groupId: string): DeadMemberEviction {
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
    async evict(admin) {
      joiners.add(me);
      for (const { memberId, clientId } of await admin.listMembers(groupId))
        if (await isDead(memberId, clientId, joiners.size === 1))
          // It fails for a member that has left meanwhile. A member that stays costs a session timeout.
          await admin.removeMember(groupId, memberId).catch(() => undefined);
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
