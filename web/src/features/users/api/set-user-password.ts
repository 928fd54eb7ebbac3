import { client } from '../../../client/client.ts';
import { SENT_KEPT_MS } from '../../../client/sent-kept.ts';
import { useChange } from '../../../client/use-change.ts';
import { USER_PATHS } from './user-paths.ts';

/** The password is not kept in the cache. */
export const useSetUserPassword = (id: number) =>
  useChange(
    (password: string) =>
      client.call('POST /users/{id}/admin-password', { params: { id }, body: { password } }),
    USER_PATHS,
    { gcTime: SENT_KEPT_MS },
  );
