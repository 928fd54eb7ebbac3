import { useQuery } from '@tanstack/react-query';
import { callQuery } from '../../client/queries.ts';
import { daysOf, type Range } from './analytics.ts';

/** Figures of one company, or of all companies of the user when `companyId` is undefined. */
export const useAnalytics = (companyId: number | undefined, range: Range) =>
  useQuery({
    ...callQuery('GET /analytics', { query: { companyId, days: daysOf(range) } }),
    placeholderData: (previous) => previous,
  });

export const useMetrics = (companyId: number | undefined, mayRead: boolean) =>
  useQuery({ ...callQuery('GET /dashboard/metrics', { query: { companyId } }), enabled: mayRead });
