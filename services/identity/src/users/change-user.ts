import type { Ctx } from '@pii-vault/platform/core/context/ctx';
import { notFound } from '@pii-vault/platform/core/errors/not-found';
import { requireVersion } from '@pii-vault/platform/core/errors/stale';
import { auditMessage } from '@pii-vault/platform/domain/audit-entry';
import type { Tx } from '@pii-vault/platform/postgres/database';
import type { SelfContext } from '@pii-vault/platform/rpc/self-context';
import { noteAccountChange, noteAddressChange } from '../accounts/changes/account-changes.ts';
import type { CompanyDirectory } from '../accounts/companies/company-directory.ts';
import { lockUnchanged, type ManagedUserDeps, managedUser, refuseOwn } from '../accounts/managed-user.ts';
import { lostCompanies, requireOtherAdministrator } from '../accounts/roles/last-administrator.ts';
import { isMatchFor } from '../accounts/roles/powers.ts';
import type { Holder } from '../accounts/roles/role-store.ts';
import { emailKey, type User } from '../accounts/user.ts';
import { changesRights, checkUserChange, endsSuperAdmin, type UserChange } from '../accounts/user-change.ts';
import { hasOtherSuperAdmin, markDeleted, writeUser } from '../accounts/user-change-store.ts';
import { companyNeeded, emailConflict, emailExists, lastSuperAdmin, morePower } from '../errors.ts';
import { userChanged } from '../events.ts';
import type { NotifyOwner } from '../protection/notices/notify-owner.ts';
import type { OwnerNotice } from '../protection/notices/owner-notice.ts';
import { endAccess } from '../sessions/end-access.ts';
import { forgetFactors } from '../sessions/factors/factor-store.ts';
import { deleteLinks } from '../sessions/passwords/password-link-store.ts';
import { addressKey } from './address-key.ts';

export interface ChangeUserDeps extends ManagedUserDeps {
  readonly companies: Pick<CompanyDirectory, 'exists'>;
  readonly notify: NotifyOwner;
  readonly self: SelfContext;
}

export interface ChangeUserInput {
  readonly id: number;
  readonly change: UserChange;
  /** The version that the caller read; undefined: any. */
  readonly ifRowVersion?: number | undefined;
}

/**
 * Edits a user or changes its status. Before and after the change the user's permissions must be at most the caller's.
 * Ends all sessions and API credentials of a user that is no longer active; the owner is mailed a change of role,
 * company or address.
 * @throws AppError NOT_FOUND, MORE_POWER, COMPANY_NEEDED, INVALID_USER, EMAIL_EXISTS, STALE, LAST_SUPER_ADMIN,
 * LAST_ADMINISTRATOR, OWN_ACCOUNT (one's own status and address)
 */
export function changeUser(deps: ChangeUserDeps) {
  const admit = managedUser(deps);
  const lost = lostCompanies(deps.loadPowers);
  return async (ctx: Ctx, input: ChangeUserInput): Promise<User> => {
    const change = checkUserChange(input.change);
    const holder = await admit(ctx, input.id);
    if (change.status !== undefined) refuseOwn(ctx, input.id);
    await admitRights(deps, ctx, holder, change);
    const companies = await lost(ctx, holder, afterChange(holder, change));
    const changed = await deps.db
      .system(async (tx) => {
        const before = await lockUnchanged(tx, holder);
        requireVersion(input.ifRowVersion, before.rowVersion);
        if (endsSuperAdmin(before, change) && !(await hasOtherSuperAdmin(tx, before.id)))
          throw lastSuperAdmin();
        if (change.email !== undefined && emailKey(change.email) !== emailKey(before.email))
          refuseOwn(ctx, before.id);
        await requireOtherAdministrator(tx, ctx, before.id, companies);
        const user = await writeUser(
          tx,
          before.id,
          change,
          changesRights(before, change),
          await keyOf(tx, deps.self(), ctx, before, change),
        );
        await noteChanges(tx, ctx, before, user);
        // A link mailed to the former address must not set the password.
        if (user.email !== before.email) await deleteLinks(tx, user.id);
        if (user.status !== 'active') await endAccess(tx, ctx, user.id, 'disabled');
        await tx.publish(userChanged('identity.user_updated', user));
        await tx.publish(auditMessage('identity', ctx, factsOf(user, change)));
        return { before, user };
      })
      .catch(emailConflict);
    for (const notice of noticesOf(changed)) deps.notify(ctx, changed.user.id, notice);
    return changed.user;
  };
}

/**
 * Deletes an account; the row stays for the trail. @throws AppError NOT_FOUND, MORE_POWER, OWN_ACCOUNT,
 * STALE, LAST_SUPER_ADMIN, LAST_ADMINISTRATOR
 */
export function deleteUser(deps: ManagedUserDeps) {
  const admit = managedUser(deps);
  const lost = lostCompanies(deps.loadPowers);
  return async (ctx: Ctx, { id: userId, ifRowVersion }: Omit<ChangeUserInput, 'change'>): Promise<void> => {
    const holder = await admit(ctx, userId);
    refuseOwn(ctx, userId);
    const companies = await lost(ctx, holder, undefined);
    await deps.db.system(async (tx) => {
      const before = await lockUnchanged(tx, holder);
      requireVersion(ifRowVersion, before.rowVersion);
      const isLast = endsSuperAdmin(before, { status: 'inactive' });
      if (isLast && !(await hasOtherSuperAdmin(tx, userId))) throw lastSuperAdmin();
      await requireOtherAdministrator(tx, ctx, userId, companies);
      await endAccess(tx, ctx, userId, 'disabled');
      await forgetFactors(tx, userId);
      await markDeleted(tx, userId);
      await tx.publish(userChanged('identity.user_deleted', before));
      const objectIds = { userId: String(userId), role: before.role };
      const companyId = before.companyId ?? undefined;
      await tx.publish(auditMessage('identity', ctx, { action: 'user_delete', companyId, objectIds }));
    });
  };
}

/** Undefined: the user is no longer active. */
function afterChange(holder: Holder, { role, companyId, status }: UserChange): Holder | undefined {
  if (status !== undefined && status !== 'active') return undefined;
  return {
    ...holder,
    role: role ?? holder.role,
    companyId: companyId === undefined ? holder.companyId : companyId,
  };
}

async function noteChanges(tx: Tx, ctx: Ctx, before: User, user: User): Promise<void> {
  if (emailKey(user.email) !== emailKey(before.email)) await noteAddressChange(tx, ctx, user.id);
  if (user.role !== before.role || user.companyId !== before.companyId)
    await noteAccountChange(tx, ctx, user.id, 'role');
  if (user.status === 'active' && before.status !== 'active')
    await noteAccountChange(tx, ctx, user.id, 'status');
}

async function keyOf(
  tx: Tx,
  self: Ctx,
  { caller }: Ctx,
  before: User,
  { email, companyId = before.companyId }: UserChange,
) {
  if (email === undefined) return undefined;
  const key = await addressKey(tx, self, caller, { email, companyId, userId: before.id });
  if (key === undefined) throw emailExists();
  return key;
}

async function admitRights(deps: ChangeUserDeps, ctx: Ctx, holder: Holder, change: UserChange) {
  const { caller } = ctx;
  if (caller.kind !== 'user' || (change.role === undefined && change.companyId === undefined)) return;
  const companyId = change.companyId === undefined ? holder.companyId : change.companyId;
  if (companyId === null && holder.companyId !== null && !caller.isSuperAdmin) throw companyNeeded();
  const after = { role: change.role ?? holder.role, companyId, companyRoles: holder.companyRoles };
  if (!isMatchFor(caller, after, await deps.loadPowers(ctx, after))) throw morePower();
  if (typeof change.companyId === 'number' && !(await deps.companies.exists(ctx, change.companyId)))
    throw notFound();
}

function noticesOf({ before, user }: { before: User; user: User }): OwnerNotice[] {
  const { role, companyId, email } = user;
  const hasOtherRole = before.role !== role || before.companyId !== companyId;
  return [
    ...(before.email === email ? [] : [{ kind: 'address_changed', formerEmail: before.email } as const]),
    ...(hasOtherRole ? [{ kind: 'role_changed', role, companyId } as const] : []),
  ];
}

function factsOf(user: User, change: UserChange) {
  const fieldNames = Object.entries(change).flatMap(([name, value]) => (value === undefined ? [] : [name]));
  const objectIds = { userId: String(user.id), role: user.role, status: user.status };
  return { action: 'user_update', companyId: user.companyId ?? undefined, fieldNames, objectIds } as const;
}
