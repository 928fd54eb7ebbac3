import { useQuery } from '@tanstack/react-query';
import { callQuery } from '../client/queries.ts';

/** Key store and encryption of this deployment; shares the cache entry of the sidebar. */
export const useEnvironmentStatus = () => useQuery(callQuery('GET /environment/status'));
