import { useQuery } from '@tanstack/react-query';
import { client } from '../../../client/client.ts';

/** Both lists; they hold for every company and are not paged. */
export const useAccessControl = () =>
  useQuery({
    queryKey: ['/admin/access-control'],
    queryFn: ({ signal }) => client.call('GET /admin/access-control', { signal }),
  });
