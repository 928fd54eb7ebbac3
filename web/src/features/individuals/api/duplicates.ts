import type { Answer } from '@pii-vault/contract/client';
import { useQuery } from '@tanstack/react-query';
import { callQuery } from '../../../client/queries.ts';
import { useCan } from '../../../session/use-session.ts';

export type Duplicates = Answer<'GET /duplicates'>;

/** Probable duplicates of a company, or of one of its people; asked only by those who may read lineage. */
export function useDuplicates(query: { companyId: number; individualId?: number }) {
  const can = useCan();
  return useQuery({
    ...callQuery('GET /duplicates', { query }),
    enabled: can('lineage:read', query.companyId),
  });
}
