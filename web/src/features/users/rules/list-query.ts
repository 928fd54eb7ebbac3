import { type User, userStatuses } from '@pii-vault/contract/users/users-schema';
import type { UsersQuery } from '../queries.ts';

const status = (text: string): User['status'] | undefined => userStatuses.find((value) => value === text);

/** What the address asks the list for; anything it does not understand is left out. */
export function listQuery(get: (key: string) => string): UsersQuery {
  const role = get('role');
  const companyId = get('in');
  return {
    role: role === '' || role.length > 50 ? undefined : role,
    status: status(get('status')),
    companyId: /^[1-9]\d{0,14}$/.test(companyId) ? Number(companyId) : undefined,
  };
}

/** The user of `?selected=`, `?edit=` and the like; undefined when it is no id. */
export const userIdOf = (text: string): number | undefined =>
  /^[1-9]\d{0,14}$/.test(text) ? Number(text) : undefined;
