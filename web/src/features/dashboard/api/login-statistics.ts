import { useQuery } from '@tanstack/react-query';
import { callQuery } from '../../../client/queries.ts';

/** Sign-in attempts of the last 24 hours. */
export const useLoginStatistics = (mayRead: boolean) =>
  useQuery({ ...callQuery('GET /security/login-statistics', { query: { hours: 24 } }), enabled: mayRead });
