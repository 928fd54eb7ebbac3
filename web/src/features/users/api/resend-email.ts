import { client } from '../../../client/client.ts';
import { SENT_KEPT_MS } from '../../../client/sent-kept.ts';
import { useChange } from '../../../client/use-change.ts';
import { USER_PATHS } from './user-paths.ts';

/** The answer may hold a password, so it does not stay in the cache. */
export const useResendEmail = (id: number) =>
  useChange(
    (includeNewPassword: boolean) =>
      client.call('POST /users/{id}/resend-email', { params: { id }, body: { includeNewPassword } }),
    USER_PATHS,
    { gcTime: SENT_KEPT_MS },
  );
