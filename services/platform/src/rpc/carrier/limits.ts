import { AppError } from '../../errors/app-error.ts';
import type { CallHeaders } from '../channel.ts';

/** So many calls share a stream at most. */
export const MAX_CALLS = 32;

/** What HTTP/2 lets a call alone have, bytes of keys and values. */
const MAX_METADATA_BYTES = 16_384;
const PRINTABLE = /^[\x20-\x7e]*$/;

/** @throws AppError RESOURCE_EXHAUSTED TOO_MANY_CALLS */
export function assertFew(calls: readonly unknown[]): void {
  if (calls.length > MAX_CALLS)
    throw new AppError('RESOURCE_EXHAUSTED', 'TOO_MANY_CALLS', `At most ${MAX_CALLS} calls share a stream`);
}

/**
 * What HTTP/2 sees to for a call alone.
 * @throws AppError INVALID_ARGUMENT BAD_METADATA
 */
export function assertMetadata(metadata: CallHeaders['metadata']): void {
  let bytes = 0;
  for (const [key, value] of Object.entries(metadata)) {
    bytes += key.length + value.length;
    if (bytes > MAX_METADATA_BYTES || !PRINTABLE.test(value))
      throw new AppError(
        'INVALID_ARGUMENT',
        'BAD_METADATA',
        'The metadata of a call are too large or not text',
      );
  }
}
