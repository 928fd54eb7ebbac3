import type { Caller } from '@pii-vault/platform/core/context/caller';
import { barredBy } from '../approvals/approval.ts';

/**
 * The credential that writes: the person who acts, user:<id>; or an API client with the accounts behind it, so that
 * none of them lifts its stop, client:<id>/user:<id>. Undefined for work without a user.
 */
export function writtenBy(caller: Caller): string | undefined {
  if (caller.kind !== 'user') return undefined;
  if (caller.clientId === undefined) return `user:${caller.actorUserId ?? caller.userId}`;
  return [`client:${caller.clientId}`, ...barredBy(caller).map((id) => `user:${id}`)].join('/');
}

/** An import writes as itself: its file was sent before. */
export const writtenByImport = (importId: number): string => `import:${importId}`;
