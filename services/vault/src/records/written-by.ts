import type { Caller } from '@pii-vault/platform/context/caller';

/** The credential that writes: an API client, else the person who acts. Undefined for work without a user. */
export function writtenBy(caller: Caller): string | undefined {
  if (caller.kind !== 'user') return undefined;
  return caller.clientId === undefined
    ? `user:${caller.actorUserId ?? caller.userId}`
    : `client:${caller.clientId}`;
}

/** An import writes as itself: its file was sent before. */
export const writtenByImport = (importId: number): string => `import:${importId}`;
