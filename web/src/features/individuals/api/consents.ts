import type { Answer } from '@pii-vault/contract/client';
import { useQuery } from '@tanstack/react-query';
import { callQuery } from '../../../client/queries.ts';

export type ConsentEntry = Answer<'GET /individuals/{id}/consents'>[number];

/** What a person agreed to and withdrew, in every company that the user may read, oldest first. */
export function useConsents(individualId: number) {
  return useQuery({
    ...callQuery('GET /individuals/{id}/consents', { params: { id: individualId } }),
  });
}
