import { useQuery } from '@tanstack/react-query';
import { client } from '../../../client/client.ts';

/** The latest check per rule, over all companies of the user. */
export const useComplianceChecks = (mayRead: boolean) =>
  useQuery({
    queryKey: ['/compliance', {}],
    queryFn: ({ signal }) => client.call('GET /compliance', { signal }),
    enabled: mayRead,
  });
