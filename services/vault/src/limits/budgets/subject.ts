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

/**
 * Owner of the budgets beyond which a second person decides: bulk reveals, exports and erasures. Of an API credential
 * that another account made it is that account, so that credentials of many users are not many budgets (decision 0085).
 */
export function makerOf(caller: Caller): Subject | undefined {
  const subject = subjectOf(caller);
  if (subject === undefined || caller.kind !== 'user' || caller.clientMadeBy === undefined) return subject;
  return { ...subject, userId: caller.clientMadeBy };
}
