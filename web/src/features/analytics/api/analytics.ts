import { useQuery } from '@tanstack/react-query';
import { client } from '../../../client/client.ts';
import { daysOf, type Range } from '../rules/view.ts';

/** Figures of a company, or without one of all companies of the user. */
export const useAnalytics = (companyId: number | undefined, range: Range) =>
  useQuery({
    queryKey: ['/analytics', { companyId, days: daysOf(range) }],
    queryFn: ({ signal }) =>
      client.call('GET /analytics', { query: { companyId, days: daysOf(range) }, signal }),
    placeholderData: (previous) => previous,
  });
