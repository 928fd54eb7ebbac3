import { useQuery } from '@tanstack/react-query';
import { callQuery } from '../../../client/queries.ts';
import { daysOf, type Range } from '../rules/view.ts';

/** Figures of a company, or without one of all companies of the user. */
export const useAnalytics = (companyId: number | undefined, range: Range) =>
  useQuery({
    ...callQuery('GET /analytics', { query: { companyId, days: daysOf(range) } }),
    placeholderData: (previous) => previous,
  });
