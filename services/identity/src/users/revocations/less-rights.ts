import type { Revocation } from '@pii-vault/platform/domain/revocations/revocation';
import { isRole, type Role } from '../../accounts/roles/role.ts';
import type { User, UserStatus } from '../../accounts/user.ts';
import type { UserChange } from '../../accounts/user-change.ts';

/** A higher role includes all rights of a lower one, except that the last two each have rights of their own. */
const RANKS: Readonly<Record<Role, number>> = { super_admin: 3, admin: 2, pii_view: 1, analytics: 1 };

/**
 * The rights that a change of a user removed: the status, a lesser role, the company. Undefined when none of it is left
 * to remove.
 * @param isCompanyThere whether the company of the change exists. The id of a missing one may be reused, so the user is
 * ended instead of moved
 */
export function lessRights(
  user: Pick<User, 'role' | 'status' | 'companyId'>,
  { fieldNames, objectIds, companyId }: Revocation,
  isCompanyThere: boolean,
): UserChange | undefined {
  const { role = '', status } = objectIds;
  const changed = (name: string) => fieldNames.includes(name);
  const isLess = changed('role') && isRole(role) && role !== user.role && RANKS[role] <= rankOf(user.role);
  const isMoved = changed('companyId') && companyId !== undefined && companyId !== user.companyId;
  const revokedTo: UserStatus | undefined =
    changed('status') && (status === 'inactive' || status === 'suspended') ? status : undefined;
  const isLost = isMoved && !isCompanyThere && user.status === 'active';
  const ended = revokedTo ?? (isLost ? 'inactive' : undefined);
  const change = {
    ...(ended !== undefined && ended !== user.status ? { status: ended } : {}),
    ...(isLess ? { role } : {}),
    ...(isMoved && isCompanyThere ? { companyId } : {}),
  };
  return Object.keys(change).length === 0 ? undefined : change;
}

const rankOf = (role: string) => (isRole(role) ? RANKS[role] : 0);
