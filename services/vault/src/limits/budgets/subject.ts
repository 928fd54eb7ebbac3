import type { Caller } from '@pii-vault/platform/core/context/caller';

/** 1: sessions and delegated tokens of a person. 2: all API credentials of a user together. */
export type Channel = 1 | 2;

/** Owner of the budget of a call. */
export interface Subject {
  readonly userId: number;
  readonly channel: Channel;
  /** The API client that was used; empty for a session. */
  readonly clientId: string;
}

/**
 * The person who sees the values: for a delegated token the user who made it. All credentials and sessions of a user
 * share its budget. Undefined for services, which show no value to a person.
 */
export function subjectOf(caller: Caller): Subject | undefined {
  if (caller.kind !== 'user') return undefined;
  if (caller.clientId !== undefined) return { userId: caller.userId, channel: 2, clientId: caller.clientId };
  return { userId: caller.actorUserId ?? caller.userId, channel: 1, clientId: '' };
}
