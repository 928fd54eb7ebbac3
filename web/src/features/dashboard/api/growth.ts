import { useQuery } from '@tanstack/react-query';
import { callQuery } from '../../../client/queries.ts';

/** What was added and erased on each of the last seven days, over all companies of the user. */
export const useGrowth = (mayRead: boolean) =>
  useQuery({ ...callQuery('GET /analytics', { query: { days: 7 } }), enabled: mayRead });
