import { useQuery } from '@tanstack/react-query';
import { callQuery } from '../../../client/queries.ts';

/** The roles of this vault, most powerful first. */
export const useRoleOptions = () => useQuery(callQuery('GET /users/roles'));
