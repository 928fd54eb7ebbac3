import { useQuery } from '@tanstack/react-query';
import { callQuery } from '../../../client/queries.ts';

/** The same list and cache entry as in Company Management. */
export const useLinkAgreements = (isManager: boolean) =>
  useQuery({ ...callQuery('GET /link-agreements', { query: { limit: 200 } }), enabled: isManager });
