import type { Caller } from '../context/caller.ts';

/** Whose key an Idempotency-Key is: two clients that choose the same one do not meet. */
export function principalOf(caller: Caller): string {
  if (caller.kind === 'service') return `service:${caller.service}`;
  return caller.clientId === undefined ? `user:${caller.userId}` : `client:${caller.clientId}`;
}
