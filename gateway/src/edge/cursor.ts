import { createHmac, timingSafeEqual } from 'node:crypto';
import { AppError } from '@pii-vault/platform/errors/app-error';

/** Turns a service's page position into an opaque, authenticated cursor, and back. */
export interface Cursors {
  /** @param list what the cursor belongs to: call and filters; it opens for nothing else */
  seal(list: string, position: string): string;
  /** @throws AppError INVALID_ARGUMENT / CURSOR_INVALID */
  open(list: string, cursor: string): string;
}

const tagBytes = 16;

/** Replicas that share the key understand each other's cursors. */
export function createCursors(key: Uint8Array): Cursors {
  const tag = (list: string, position: Buffer) =>
    createHmac('sha256', key)
      .update(`${list.length}:${list}`)
      .update(position)
      .digest()
      .subarray(0, tagBytes);
  return {
    seal(list, position) {
      const bytes = Buffer.from(position);
      return Buffer.concat([tag(list, bytes), bytes]).toString('base64url');
    },
    open(list, cursor) {
      const bytes = Buffer.from(cursor, 'base64url');
      const position = bytes.subarray(tagBytes);
      if (bytes.length <= tagBytes || !timingSafeEqual(bytes.subarray(0, tagBytes), tag(list, position)))
        throw new AppError('INVALID_ARGUMENT', 'CURSOR_INVALID', 'The cursor is not one of this list', {
          details: [{ path: 'cursor', message: 'The cursor is not one of this list' }],
        });
      return position.toString();
    },
  };
}
