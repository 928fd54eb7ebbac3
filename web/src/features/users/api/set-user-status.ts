import type { User } from '@pii-vault/contract/users/users-schema';
import { client } from '../../../client/client.ts';
import { useChange } from '../../../client/use-change.ts';
import { USER_PATHS } from './user-paths.ts';

/** Of the user as it was read, who is fetched again, also after a refusal. */
export const useSetUserStatus = ({ id, version }: Pick<User, 'id' | 'version'>) =>
  useChange(
    (status: User['status']) =>
      client.call('POST /users/{id}/status', { params: { id }, body: { status }, ifMatch: version }),
    USER_PATHS,
    { alsoWhenRefused: true },
  );
