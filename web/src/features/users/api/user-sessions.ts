import { useQuery } from '@tanstack/react-query';
import { client } from '../../../client/client.ts';
import { callQuery } from '../../../client/queries.ts';
import { useChange } from '../../../client/use-change.ts';
import { USER_PATHS } from './user-paths.ts';

/** Sessions, tokens and the API credential of a user, newest first. */
export const useUserSessions = (id: number) =>
  useQuery(callQuery('GET /users/{id}/sessions', { params: { id } }));

export const useEndUserSession = (id: number) =>
  useChange(
    (sid: string) => client.call('DELETE /users/{id}/sessions/{sid}', { params: { id, sid } }),
    USER_PATHS,
  );
