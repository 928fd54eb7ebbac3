import type { Caller } from '../../core/context/caller.ts';

/** Owner of an Idempotency-Key, so that equal keys of two clients do not collide. */
export function principalOf(caller: Caller): string {
  if (caller.kind === 'service') return `service:${caller.service}`;
  return caller.clientId === undefined ? `user:${caller.userId}` : `client:${caller.clientId}`;
}
