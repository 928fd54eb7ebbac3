import { useQuery } from '@tanstack/react-query';
import { callQuery } from '../../../client/queries.ts';

/** A profile over all companies of the user, masked: never asked with a purpose, so that no value enters the cache. */
export const useIndividual = (id: number) => useQuery(callQuery('GET /individuals/{id}', { params: { id } }));
