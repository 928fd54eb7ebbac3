import { useQuery } from '@tanstack/react-query';
import { callQuery } from '../../../client/queries.ts';

/** Both lists; they hold for every company and are not paged. */
export const useAccessControl = () => useQuery(callQuery('GET /admin/access-control'));
