import type { Caller } from '@pii-vault/platform/core/context/caller';
import { accountsBehind } from '@pii-vault/platform/core/context/second-person';

/**
 * The credential of the write: user:<id> for an acting person; client:<id>/user:<id> for an API client with its
 * accounts, and user:<id>/user:<id> for a token of a client that another account created, so that none of them can lift
 * its stop. Undefined for work without a user.
 */
export function writtenBy(caller: Caller): string | undefined {
  if (caller.kind !== 'user') return undefined;
  const { clientId, actorUserId: userId = caller.userId } = caller;
  const accounts = accountsBehind({ ...caller, userId }).map((id) => `user:${id}`);
  return (clientId === undefined ? accounts : [`client:${clientId}`, ...accounts]).join('/');
}

/** An import has its own credential: its file was sent earlier. */
export const writtenByImport = (importId: number): string => `import:${importId}`;
