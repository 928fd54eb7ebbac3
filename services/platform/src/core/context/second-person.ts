import type { UserCaller } from './caller.ts';

/**
 * Accounts behind a call: the user, the creator of its delegated token, and the creator of its API credential. None of
 * them is a second person for what the call asks.
 */
export function accountsBehind({ userId, actorUserId, clientMadeBy }: UserCaller): number[] {
  return [...new Set([userId, actorUserId ?? userId, clientMadeBy ?? userId])];
}

/** A second person decides in an own session: several accounts can be behind a credential or a delegated token. */
export function isOwnSession({ clientId, actorUserId }: UserCaller): boolean {
  return clientId === undefined && actorUserId === undefined;
}
