import { useQuery } from '@tanstack/react-query';
import { client } from '../../../client/client.ts';

/** Where the relationships of a company lie, how sure they are, and what waits longest for a decision. */
export const useLineageAnalysis = (companyId: number) =>
  useQuery({
    queryKey: ['/data-lineage/analysis', { companyId }],
    queryFn: ({ signal }) => client.call('GET /data-lineage/analysis', { query: { companyId }, signal }),
  });
