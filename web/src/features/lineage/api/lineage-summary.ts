import { useQuery } from '@tanstack/react-query';
import { client } from '../../../client/client.ts';

/** Figures over all relationships of a company, not over a page. */
export const useLineageSummary = (companyId: number) =>
  useQuery({
    queryKey: ['/data-lineage/summary', { companyId }],
    queryFn: ({ signal }) => client.call('GET /data-lineage/summary', { query: { companyId }, signal }),
  });
