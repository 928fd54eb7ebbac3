import type { Broker } from 'kafkajs';

/**
 * Removes a member from its group; does nothing where kafkajs no longer has the call, so the group waits for the
 * session to end.
 */
export async function leaveGroup(coordinator: Broker, groupId: string, memberId: string): Promise<void> {
  const leave: unknown = Reflect.get(coordinator, 'leaveGroup');
  if (typeof leave === 'function') await Reflect.apply(leave, coordinator, [{ groupId, memberId }]);
}
