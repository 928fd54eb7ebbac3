import { useQuery } from '@tanstack/react-query';
import { client } from '../../../client/client.ts';
import { callQuery } from '../../../client/queries.ts';
import { useChange } from '../../../client/use-change.ts';
import { USER_PATHS } from './user-paths.ts';

/** Second factors of a user. */
export const useUserFactors = (id: number) =>
  useQuery(callQuery('GET /users/{id}/factors', { params: { id } }));

export const useResetFactors = (id: number) =>
  useChange(() => client.call('DELETE /users/{id}/factors', { params: { id } }), USER_PATHS);
