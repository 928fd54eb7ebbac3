import { type User, userStatuses } from '@pii-vault/contract/users/users-schema';
import type { UsersQuery } from '../queries.ts';

const status = (text: string): User['status'] | undefined => userStatuses.find((value) => value === text);

/** The query of the list, from the URL; unknown values are ignored. */
export function listQuery(get: (key: string) => string): UsersQuery {
  const role = get('role');
  const companyId = get('in');
  return {
    role: role === '' || role.length > 50 ? undefined : role,
    status: status(get('status')),
    companyId: /^[1-9]\d{0,14}$/.test(companyId) ? Number(companyId) : undefined,
  };
}

/** Parses the user id of `?selected=`, `?edit=` etc.; undefined for other text. */
export const userIdOf = (text: string): number | undefined =>
  /^[1-9]\d{0,14}$/.test(text) ? Number(text) : undefined;
