import type { Answer, CallInput } from '@pii-vault/contract/client';
import { useQuery } from '@tanstack/react-query';
import { keptPageQuery } from '../../../client/queries.ts';

export type UsersQuery = NonNullable<CallInput<'GET /users'>['query']>;
export type Users = Answer<'GET /users'>;

/** One page of users; the former page stays while another comes. */
export const useUsers = (query: UsersQuery) => useQuery(keptPageQuery('GET /users', { query }));
