import { useQuery } from '@tanstack/react-query';
import { client } from '../../../client/client.ts';

/** Agreements of the companies the user manages; asked only by those who manage some. */
export const useLinkAgreements = (isManager: boolean) =>
  useQuery({
    queryKey: ['/link-agreements', { limit: 200 }],
    queryFn: ({ signal }) => client.call('GET /link-agreements', { query: { limit: 200 }, signal }),
    enabled: isManager,
  });
