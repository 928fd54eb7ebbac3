import { useQuery } from '@tanstack/react-query';
import { client } from '../../../client/client.ts';

/** The strongest relationships of a company and the people they join, at most `nodes` people. */
export const useLineageGraph = (query: { companyId: number; nodes: number }, isWanted: boolean) =>
  useQuery({
    queryKey: ['/data-lineage', query],
    queryFn: ({ signal }) => client.call('GET /data-lineage', { query, signal }),
    enabled: isWanted,
  });
