import { ifMatchPattern } from '@pii-vault/contract/row';
import { failedPrecondition } from '@pii-vault/platform/core/errors/app-error';
import type { Request } from 'express';
import type { Reply } from '../edge/handler.ts';
import { present } from './values.ts';

export const etagOf = (rowVersion: bigint): string => `"${rowVersion}"`;

/** The reply with a resource that a service returned, and its version. */
export function versioned<M extends { readonly rowVersion: bigint }, T>(
  map: (message: M) => T,
  answer: M | undefined,
): Reply<T> {
  const message = present(answer);
  return { body: map(message), headers: { ETag: etagOf(message.rowVersion) } };
}

/**
 * Row version in If-Match; undefined without the header.
 * @throws AppError FAILED_PRECONDITION / STALE for an unknown tag
 */
export function ifMatch(request: Request): bigint | undefined {
  const tag = request.get('if-match');
  if (tag === undefined || tag === '*') return undefined;
  const version = ifMatchPattern.exec(tag)?.[1];
  if (version !== undefined) return BigInt(version);
  throw failedPrecondition('STALE', 'It has been changed meanwhile. Reload and try again.');
}
