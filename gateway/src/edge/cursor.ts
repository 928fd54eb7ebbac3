import { createSecretKey } from 'node:crypto';
import { decodeCursor, encodeCursor } from '@pii-vault/platform/postgres/keyset';

/** Converts a service's page position into an opaque, authenticated cursor, and back. */
export interface Cursors {
  /** @param list call and filters of the list; the cursor opens only for them */
  seal(list: string, position: string): string;
  /** @throws AppError INVALID_ARGUMENT / INVALID_CURSOR */
  open(list: string, cursor: string): string;
}

/** Replicas with the same key accept each other's cursors. */
export function createCursors(secret: Uint8Array): Cursors {
  const key = createSecretKey(secret);
  return {
    seal: (list, position) => encodeCursor(key, list, [position]),
    open: (list, cursor) => String(decodeCursor(key, list, cursor)[0]),
  };
}
