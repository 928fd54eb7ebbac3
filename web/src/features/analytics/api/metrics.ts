import { useQuery } from '@tanstack/react-query';
import { callQuery } from '../../../client/queries.ts';

export const useMetrics = (companyId: number | undefined, mayRead: boolean) =>
  useQuery({ ...callQuery('GET /dashboard/metrics', { query: { companyId } }), enabled: mayRead });
