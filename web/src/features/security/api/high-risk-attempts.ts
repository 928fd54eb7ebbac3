import { useQuery } from '@tanstack/react-query';
import { client } from '../../../client/client.ts';
import { keptPageQuery } from '../../../client/queries.ts';
import { hoursOf, type Range } from '../rules/range.ts';

/** Rows of a page. */
export const ATTEMPTS_PAGE = 50;

/** One page, newest first; the former page stays while another comes. */
export const useHighRiskAttempts = (range: Range, cursor: string | undefined) =>
  useQuery(
    keptPageQuery('GET /security/high-risk-attempts', {
      query: { hours: hoursOf(range), limit: ATTEMPTS_PAGE, cursor },
    }),
  );

/** Every high-risk attempt of the range as CSV. @throws Problem */
export const exportAttempts = (range: Range, signal: AbortSignal) =>
  client.download('GET /security/high-risk-attempts/export', {
    query: { hours: hoursOf(range), format: 'csv' },
    signal,
  });
