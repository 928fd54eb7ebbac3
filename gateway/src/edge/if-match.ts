import { AppError, invalidArgument } from '@pii-vault/platform/core/errors/app-error';

/** One element of If-Match; empty elements are allowed (RFC 9110, sections 5.6.1.2 and 13.1.1). */
const element = /(?:[ \t]*(W\/)?"([\x21\x23-\x7e\x80-\xff]*)")?[ \t]*(?:,|$)/y;
/** Each version in the list may cost a call. */
const MOST_VERSIONS = 8;

/**
 * The row versions that If-Match names. [undefined] stands for any version; 0, which no row has, for tags that match no
 * version: other tags and weak ones.
 * @throws AppError INVALID_ARGUMENT / INVALID_REQUEST for another syntax, or more than 8 versions
 */
export function ifMatchVersions(header: string | undefined): readonly (number | undefined)[] {
  if (header === undefined || header.trim() === '*') return [undefined];
  const versions = new Set<number>();
  element.lastIndex = 0;
  while (element.lastIndex < header.length) {
    const found = element.exec(header);
    if (found === null) throw badIfMatch('If-Match must be * or a list of ETags such as "7"');
    const [, weak, tag = ''] = found;
    if (weak === undefined && /^[0-9]{1,18}$/.test(tag)) versions.add(Number(tag));
  }
  if (versions.size > MOST_VERSIONS) throw badIfMatch(`If-Match may name at most ${MOST_VERSIONS} versions`);
  return versions.size === 0 ? [0] : [...versions];
}

const badIfMatch = (message: string) => invalidArgument('INVALID_REQUEST', message);

/**
 * Makes a change that depends on a row's version, for each version of If-Match until one is current.
 * @throws AppError FAILED_PRECONDITION / STALE when none is
 */
export async function withIfMatch<T>(
  versions: readonly (number | undefined)[],
  change: (ifRowVersion: number | undefined) => Promise<T>,
): Promise<T> {
  const [first, ...others] = versions;
  try {
    return await change(first);
  } catch (thrown) {
    const isStale = AppError.from(thrown).reason === 'STALE';
    if (!isStale || others.length === 0) throw thrown;
    return withIfMatch(others, change);
  }
}
