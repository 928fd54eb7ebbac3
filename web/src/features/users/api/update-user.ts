import type { CallInput } from '@pii-vault/contract/client';
import type { User } from '@pii-vault/contract/users/users-schema';
import { client } from '../../../client/client.ts';
import { useChange } from '../../../client/use-change.ts';
import { USER_PATHS } from './user-paths.ts';

export type UserChange = CallInput<'PUT /users/{id}'>['body'];

/** Only the keys sent change, of the user as it was read, who is fetched again, also after a refusal. */
export const useUpdateUser = ({ id, version }: Pick<User, 'id' | 'version'>) =>
  useChange(
    (body: UserChange) => client.call('PUT /users/{id}', { params: { id }, body, ifMatch: version }),
    USER_PATHS,
    { alsoWhenRefused: true },
  );
