import type { Ctx } from '@pii-vault/platform/core/context/ctx';
import { auditMessage } from '@pii-vault/platform/domain/audit-entry';
import type { ReplayOutcome, Replays, Revocation } from '@pii-vault/platform/domain/revocations/revocation';
import type { Database, Tx } from '@pii-vault/platform/postgres/database';
import type { CompanyDirectory } from '../../accounts/companies/company-directory.ts';
import { generatePassword } from '../../accounts/password-rules.ts';
import { deactivateCompanyRole, lockCompanyRole } from '../../accounts/roles/company-role-store.ts';
import type { User } from '../../accounts/user.ts';
import { endsSuperAdmin, type UserChange } from '../../accounts/user-change.ts';
import { hasOtherSuperAdmin, lockUser, markDeleted, writeUser } from '../../accounts/user-change-store.ts';
import { deleteCredential, findCredential } from '../../credentials/api-credential-store.ts';
import { companyRoleChanged, userChanged } from '../../events.ts';
import { endAccess } from '../../sessions/end-access.ts';
import type { PasswordHasher } from '../../sessions/passwords/password-hasher.ts';
import { replacePassword } from '../../sessions/passwords/set-password.ts';
import { lessRights } from './less-rights.ts';

export interface ReplayDeps {
  readonly db: Pick<Database, 'tenant' | 'system'>;
  readonly hasher: Pick<PasswordHasher, 'hash'>;
  readonly companies: Pick<CompanyDirectory, 'exists'>;
}

/** Whether no super_admin could sign in after the change. */
type IsLast = (tx: Tx, user: User, change: UserChange) => Promise<boolean>;

/**
 * Repeats revocations that a restored backup undid: of accounts, roles, API credentials and passwords replaced since.
 * Rights granted since are lost; an administrator grants them again. The last super_admin with a password stays. Use
 * the result for one replay.
 */
export function replayRevocations({ db, hasher, companies }: ReplayDeps): Replays {
  const withoutPassword = new Set<number>();
  const isLast: IsLast = async (tx, user, change) =>
    endsSuperAdmin(user, change) && !(await hasOtherSuperAdmin(tx, user.id, withoutPassword));
  const ofUser =
    (work: (tx: Tx, ctx: Ctx, user: User, revocation: Revocation) => Promise<ReplayOutcome>) =>
    (ctx: Ctx, revocation: Revocation) =>
      db.system(async (tx): Promise<ReplayOutcome> => {
        const user = await lockUser(tx, Number(revocation.objectIds.userId));
        return user === undefined ? 'already' : work(tx, ctx, user, revocation);
      });
  // The system role cannot change company roles.
  const everywhere =
    (work: (tx: Tx, ctx: Ctx, revocation: Revocation) => Promise<ReplayOutcome>) =>
    (ctx: Ctx, revocation: Revocation) =>
      db.tenant('all', (tx) => work(tx, ctx, revocation));
  const replaced = ofUser(async (tx, ctx, user) => {
    if (await isLast(tx, user, { status: 'inactive' })) return 'kept';
    // A random password that is not stored: the user signs in by the link of "Forgot password".
    const hash = await hasher.hash(generatePassword());
    await replacePassword(tx, ctx, user.id, { hash, isTemporary: true });
    withoutPassword.add(user.id);
    await enter(tx, ctx, 'password_set', user);
    return 'done';
  });
  const endCredential = async (ctx: Ctx, revocation: Revocation): Promise<ReplayOutcome> => {
    const known = await db.system((tx) => findCredential(tx, revocation.objectIds.clientId ?? ''));
    if (known === undefined) return 'already';
    return everywhere(revokeCredential)(ctx, revocation);
  };
  return {
    user_update: async (ctx, revocation) => {
      const { companyId } = revocation;
      const isCompanyThere = companyId !== undefined && (await companies.exists(ctx, companyId));
      return ofUser(reduce(isLast, isCompanyThere))(ctx, revocation);
    },
    user_delete: ofUser(remove(isLast)),
    role_remove: everywhere(removeRole),
    credentials_revoke: endCredential,
    // The secret that replaced it is lost with the database.
    credentials_rotate: endCredential,
    password_set: replaced,
    password_change: replaced,
    password_reset: replaced,
  };
}

function reduce(isLast: IsLast, isCompanyThere: boolean) {
  return async (tx: Tx, ctx: Ctx, user: User, revocation: Revocation): Promise<ReplayOutcome> => {
    const change = lessRights(user, revocation, isCompanyThere);
    if (change === undefined) return 'already';
    if (await isLast(tx, user, change)) return 'kept';
    const after = await writeUser(tx, user.id, change, true);
    if (change.status !== undefined) await endAccess(tx, ctx, user.id, 'disabled');
    await tx.publish(userChanged('identity.user_updated', after));
    await enter(tx, ctx, 'user_update', after, Object.keys(change));
    return 'done';
  };
}

function remove(isLast: IsLast) {
  return async (tx: Tx, ctx: Ctx, user: User): Promise<ReplayOutcome> => {
    if (await isLast(tx, user, { status: 'inactive' })) return 'kept';
    await endAccess(tx, ctx, user.id, 'disabled');
    await markDeleted(tx, user.id);
    await tx.publish(userChanged('identity.user_deleted', user));
    await enter(tx, ctx, 'user_delete', user);
    return 'done';
  };
}

async function removeRole(tx: Tx, ctx: Ctx, { objectIds }: Revocation): Promise<ReplayOutcome> {
  const grant = await lockCompanyRole(tx, Number(objectIds.userId), Number(objectIds.assignmentId));
  if (grant === undefined) return 'already';
  await deactivateCompanyRole(tx, grant);
  await tx.publish(companyRoleChanged('identity.company_role_removed', grant));
  const facts = { companyId: grant.companyId, objectIds: { ...objectIds } };
  await tx.publish(auditMessage('identity', ctx, { action: 'role_remove', ...facts }));
  return 'done';
}

async function revokeCredential(tx: Tx, ctx: Ctx, { objectIds }: Revocation): Promise<ReplayOutcome> {
  await deleteCredential(tx, Number(objectIds.userId));
  const facts = { objectIds: { ...objectIds } };
  await tx.publish(auditMessage('identity', ctx, { action: 'credentials_revoke', ...facts }));
  return 'done';
}

async function enter(
  tx: Tx,
  ctx: Ctx,
  action: 'user_update' | 'user_delete' | 'password_set',
  user: User,
  fieldNames: readonly string[] = [],
): Promise<void> {
  const objectIds = { userId: String(user.id), role: user.role, status: user.status };
  const companyId = user.companyId ?? undefined;
  await tx.publish(auditMessage('identity', ctx, { action, companyId, objectIds, fieldNames }));
}
