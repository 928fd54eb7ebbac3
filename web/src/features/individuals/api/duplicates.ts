import type { Answer } from '@pii-vault/contract/client';
import { useQuery } from '@tanstack/react-query';
import { client } from '../../../client/client.ts';
import { useCan } from '../../../session/use-session.ts';

export type Duplicates = Answer<'GET /duplicates'>;

/** Probable duplicates of a company, or of one of its people; asked only by those who may read lineage. */
export function useDuplicates(query: { companyId: number; individualId?: number }) {
  const can = useCan();
  return useQuery({
    queryKey: ['/duplicates', query],
    queryFn: ({ signal }) => client.call('GET /duplicates', { query, signal }),
    enabled: can('lineage:read', query.companyId),
  });
}
