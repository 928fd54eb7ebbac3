import { useQuery } from '@tanstack/react-query';
import { callQuery } from '../../../client/queries.ts';

/** The four figures over all companies of the user. */
export const useMetrics = (mayRead: boolean) =>
  useQuery({ ...callQuery('GET /dashboard/metrics'), enabled: mayRead });
