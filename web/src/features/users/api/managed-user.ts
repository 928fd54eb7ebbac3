import { useQuery } from '@tanstack/react-query';
import { callQuery } from '../../../client/queries.ts';

/** One user by id. */
export const useManagedUser = (id: number) => useQuery(callQuery('GET /users/{id}', { params: { id } }));
