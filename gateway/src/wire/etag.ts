import { ifMatchPattern } from '@pii-vault/contract/row';
import { AppError } from '@pii-vault/platform/errors/app-error';
import type { Request } from 'express';

export const etagOf = (rowVersion: bigint): string => `"${rowVersion}"`;

/**
 * The row version that If-Match asks for; undefined when it asks for none.
 * @throws AppError FAILED_PRECONDITION / STALE for a tag that is none of ours
 */
export function ifMatch(request: Request): bigint | undefined {
  const tag = request.get('if-match');
  if (tag === undefined || tag === '*') return undefined;
  const version = ifMatchPattern.exec(tag)?.[1];
  if (version !== undefined) return BigInt(version);
  throw new AppError('FAILED_PRECONDITION', 'STALE', 'It has been changed meanwhile. Reload and try again.');
}
