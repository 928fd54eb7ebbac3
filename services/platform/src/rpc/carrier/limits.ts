import { invalidArgument, resourceExhausted } from '../../core/errors/app-error.ts';
import type { CallHeaders } from '../channel.ts';

/** Most calls that share a stream. */
export const MAX_CALLS = 32;

/** Limit of metadata, in bytes of keys and values: as HTTP/2 has it for a single call. */
const MAX_METADATA_BYTES = 16_384;
const PRINTABLE = /^[\x20-\x7e]*$/;

/** @throws AppError RESOURCE_EXHAUSTED TOO_MANY_CALLS */
export function assertFew(calls: readonly unknown[]): void {
  if (calls.length > MAX_CALLS)
    throw resourceExhausted('TOO_MANY_CALLS', `At most ${MAX_CALLS} calls share a stream`);
}

/**
 * Checks that HTTP/2 makes for a single call.
 * @throws AppError INVALID_ARGUMENT BAD_METADATA
 */
export function assertMetadata(metadata: CallHeaders['metadata']): void {
  let bytes = 0;
  for (const [key, value] of Object.entries(metadata)) {
    bytes += key.length + value.length;
    if (bytes > MAX_METADATA_BYTES || !PRINTABLE.test(value))
      throw invalidArgument('BAD_METADATA', 'The metadata of a call are too large or not text');
  }
}
