import { useQuery } from '@tanstack/react-query';
import { callQuery } from '../client/queries.ts';

/** Key store and encryption of this deployment; the same cache entry as the sidebar's. */
export const useEnvironmentStatus = () => useQuery(callQuery('GET /environment/status'));
