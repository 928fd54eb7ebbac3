import type { User } from '@pii-vault/contract/users/users-schema';
import type { SessionUser } from '../../../session/session-user.ts';

/** Actions for one user. Each name is also the URL parameter that opens its dialog. */
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

/** Why an action is refused: a key below `refused.` in the texts. */
export type ActionRefusal = 'ownAccount' | 'morePower' | 'superAdminEverywhere';

const notForOneself: readonly UserAction[] = ['password', 'resend', 'renew', 'change', 'factors', 'delete'];
/** An administrator of a company may still view them and revoke credentials. */
const openToLessPower: readonly UserAction[] = ['roles', 'credentials'];

type Actor = Pick<SessionUser, 'id' | 'role'>;
type Target = Pick<User, 'id' | 'role' | 'companyId'>;

/** A user of all companies and a super admin outrank administrators of a company. */
export const hasMorePower = (actor: Actor, user: Target): boolean =>
  actor.role !== 'super_admin' && (user.role === 'super_admin' || user.companyId === null);

/**
 * The rule for buttons and for dialogs opened by URL; undefined: allowed. The server decides again, by the permissions
 * in each company.
 */
export function actionRefusal(action: UserAction, actor: Actor, user: Target): ActionRefusal | undefined {
  if (action === 'roles' && user.role === 'super_admin') return 'superAdminEverywhere';
  if (user.id === actor.id && notForOneself.includes(action)) return 'ownAccount';
  return hasMorePower(actor, user) && !openToLessPower.includes(action) ? 'morePower' : undefined;
}
