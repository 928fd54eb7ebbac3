import { useQuery } from '@tanstack/react-query';
import { client } from '../../../client/client.ts';

/** Figures over all companies of the user. */
export const useCompaniesSummary = () =>
  useQuery({
    queryKey: ['/companies/summary'],
    queryFn: ({ signal }) => client.call('GET /companies/summary', { signal }),
  });
