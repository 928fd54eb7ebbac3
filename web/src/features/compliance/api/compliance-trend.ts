import { useQuery } from '@tanstack/react-query';
import { callQuery } from '../../../client/queries.ts';
import type { TrendDays } from '../rules/view.ts';

const days: Readonly<Record<TrendDays, 7 | 30 | 90>> = { 7: 7, 30: 30, 90: 90 };

/** How the company stood under each regulation, by day of its time zone. */
export const useComplianceTrend = (companyId: number, range: TrendDays) =>
  useQuery({
    ...callQuery('GET /compliance/trend', { query: { companyId, days: days[range] } }),
    placeholderData: (previous) => previous,
  });
