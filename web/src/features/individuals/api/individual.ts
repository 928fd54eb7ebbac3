import { useQuery } from '@tanstack/react-query';
import { client } from '../../../client/client.ts';

/** A profile over all companies of the user, masked: never asked with a purpose, so that no value enters the cache. */
export const useIndividual = (id: number) =>
  useQuery({
    queryKey: ['/individuals/{id}', { id }],
    queryFn: ({ signal }) => client.call('GET /individuals/{id}', { params: { id }, signal }),
  });
