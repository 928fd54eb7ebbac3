import type { Answer } from '@pii-vault/contract/client';
import { useQuery } from '@tanstack/react-query';
import { client } from '../../../client/client.ts';

export type ConsentEntry = Answer<'GET /individuals/{id}/consents'>[number];

/** What a person agreed to and withdrew, in every company that the user may read, oldest first. */
export function useConsents(individualId: number) {
  return useQuery({
    queryKey: ['/individuals/consents', individualId],
    queryFn: ({ signal }) =>
      client.call('GET /individuals/{id}/consents', { params: { id: individualId }, signal }),
  });
}
