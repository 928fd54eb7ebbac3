import { dayPattern } from '@pii-vault/contract/query';
import type { Caller } from '@pii-vault/platform/core/context/caller';
import { endOfDay, startOfDay } from '@pii-vault/platform/values/zoned-day';

/**
 * The time zone whose days a request counts: of the company that it names, of the caller's only company, or of the
 * deployment.
 */
export type ZoneFor = (caller: Caller, companyId: number | undefined) => Promise<string>;

/**
 * The query with instants in place of days: `from` starts with its day, and the day of `until` is included. Every row
 * with a period of the contract (periodQuery) is read here, so that its handler sees instants only.
 */
export async function withInstants(
  query: Readonly<Record<string, unknown>> | undefined,
  zone: () => Promise<string>,
): Promise<Readonly<Record<string, unknown>> | undefined> {
  const { from, until } = query ?? {};
  if (!isDay(from) && !isDay(until)) return query;
  const of = await zone();
  return {
    ...query,
    ...(isDay(from) ? { from: new Date(startOfDay(of, from)).toISOString() } : {}),
    ...(isDay(until) ? { until: new Date(endOfDay(of, until)).toISOString() } : {}),
  };
}

const isDay = (value: unknown): value is string => typeof value === 'string' && dayPattern.test(value);
