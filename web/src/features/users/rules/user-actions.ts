import type { User } from '@pii-vault/contract/users/users-schema';
import type { SessionUser } from '../../../session/session-user.ts';

/** What can be done to one user. Each name is also the key in the address that opens its dialog. */
export const userActions = [
  'edit',
  'roles',
  'credentials',
  'password',
  'resend',
  'renew',
  'change',
  'factors',
  'delete',
] as const;
export type UserAction = (typeof userActions)[number];

/** Why an action is refused; a key below `refused.` in the texts. */
export type ActionRefusal = 'ownAccount' | 'morePower' | 'superAdminEverywhere';

const notForOneself: readonly UserAction[] = ['password', 'resend', 'renew', 'change', 'factors', 'delete'];
/** An administrator of a company may still see these, and take credentials away. */
const openToLessPower: readonly UserAction[] = ['roles', 'credentials'];

type Actor = Pick<SessionUser, 'id' | 'role'>;
type Target = Pick<User, 'id' | 'role' | 'companyId'>;

/** A user of all companies, and a super admin, has more power than any administrator of a company. */
export const hasMorePower = (actor: Actor, user: Target): boolean =>
  actor.role !== 'super_admin' && (user.role === 'super_admin' || user.companyId === null);

/**
 * The one rule for the buttons and for the dialogs that an address opens; undefined: offered. The server decides again,
 * by the permissions in each company.
 */
export function actionRefusal(action: UserAction, actor: Actor, user: Target): ActionRefusal | undefined {
  if (action === 'roles' && user.role === 'super_admin') return 'superAdminEverywhere';
  if (user.id === actor.id && notForOneself.includes(action)) return 'ownAccount';
  return hasMorePower(actor, user) && !openToLessPower.includes(action) ? 'morePower' : undefined;
}
