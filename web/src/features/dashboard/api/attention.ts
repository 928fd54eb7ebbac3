import { useQuery } from '@tanstack/react-query';
import { callQuery } from '../../../client/queries.ts';

/** Sign-in attempts, imports and relationships that wait for the user, over all companies of the user. */
export const useDashboardAttention = (isWanted: boolean) =>
  useQuery({ ...callQuery('GET /dashboard/attention'), enabled: isWanted });
