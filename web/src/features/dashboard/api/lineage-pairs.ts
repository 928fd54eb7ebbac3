import { useQuery } from '@tanstack/react-query';
import { client } from '../../../client/client.ts';

/** Relationships by pair of companies, over all companies of the user. */
export const useLineagePairs = (mayRead: boolean) =>
  useQuery({
    queryKey: ['/data-lineage/analysis', {}],
    queryFn: ({ signal }) => client.call('GET /data-lineage/analysis', { signal }),
    select: (analysis) => analysis.companyPairs,
    enabled: mayRead,
  });
