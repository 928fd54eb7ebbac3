import type { Caller } from '@pii-vault/platform/core/context/caller';
import type { Ctx } from '@pii-vault/platform/core/context/ctx';
import { auditMessage } from '@pii-vault/platform/domain/audit-entry';
import type { Tx } from '@pii-vault/platform/postgres/database';
import { scopeWith } from '@pii-vault/platform/postgres/scope-with';
import { freeAddress, HELD, IS_RELEASABLE } from '../accounts/address-holds/address-hold-store.ts';
import { administratorBeside } from '../accounts/roles/last-administrator.ts';
import { emailKey, type User } from '../accounts/user.ts';
import { lockUser } from '../accounts/user-change-store.ts';
import { userChanged } from '../events.ts';
import { endAccess } from '../sessions/end-access.ts';
import { deleteLinks } from '../sessions/passwords/password-link-store.ts';

export interface Address {
  readonly email: string;
  /** Company of the user that gets the address. */
  readonly companyId: number | null;
  /** The user that gets it; undefined for a new one. */
  readonly userId?: number;
}

/**
 * The key under which an address is stored. If a user of another company has the address, the key is held: the row
 * looks like any other to the caller, who must not learn of that user, and signing in still refers to that user. If
 * that user was not used for 14 days, it loses the address and is deactivated instead. Under the system role.
 * @param self the service, as the actor in the trail of the other company
 * @returns undefined when the caller sees a user with this address
 */
export async function addressKey(
  tx: Tx,
  self: Ctx,
  caller: Caller,
  { email, companyId, userId }: Address,
): Promise<string | undefined> {
  const key = emailKey(email);
  const scope = scopeWith(caller, 'users:manage');
  if (scope === 'all' || companyId === null) return key;
  const held = `${HELD}${companyId}:${key}`;
  const rows = await tx.query<{ id: number; key: string; isSeen: boolean; isReleasable: boolean }>(
    `SELECT u.id, u.email_key AS "key", u.role <> 'super_admin' AND (u.company_id = ANY ($3::bigint[])
       OR u.id IN (SELECT r.user_id FROM user_company_roles r
                   WHERE r.is_active AND r.company_id = ANY ($3::bigint[]))) AS "isSeen",
       ${IS_RELEASABLE} AS "isReleasable"
     FROM users u WHERE u.email_key = ANY ($1::text[]) AND u.deleted_at IS NULL
       AND u.id IS DISTINCT FROM $2::bigint`,
    [[key, held], userId, 'companies' in scope ? scope.companies : []],
  );
  if (rows.some((row) => row.isSeen || row.key === held)) return undefined;
  for (const row of rows) if (!row.isReleasable || !(await release(tx, self, row.id))) return held;
  return key;
}

/**
 * Takes the address from a user and deactivates it. The entry names neither the company nor the user that gets the
 * address; its notice is mailed to the administrators.
 * @returns false when the user must keep it: the last active administrator of its company, or used in the meantime
 */
async function release(tx: Tx, self: Ctx, userId: number): Promise<boolean> {
  const before = await lockUser(tx, userId);
  if (before === undefined || before.companyId === null) return false;
  if ((await administratorBeside(tx, userId, before.companyId)) === userId) return false;
  if (!(await freeAddress(tx, userId))) return false;
  await deleteLinks(tx, userId);
  await endAccess(tx, self, userId, 'disabled');
  const after = await lockUser(tx, userId);
  if (after === undefined) throw new Error('The user that was locked is gone');
  await tx.publish(userChanged('identity.user_updated', after));
  await tx.publish(auditMessage('identity', self, factsOf(after, before.companyId)));
  return true;
}

function factsOf({ id, role, status }: User, companyId: number) {
  const objectIds = { userId: String(id), role, status };
  const fieldNames = ['email', 'status'];
  return { action: 'user_update', reason: 'ADDRESS_RELEASED', companyId, objectIds, fieldNames } as const;
}

/** Whether signing in with this user's address refers to another user. Under the system role. */
export async function isAddressHeld(tx: Tx, userId: number): Promise<boolean> {
  const rows = await tx.query(
    `SELECT FROM users WHERE id = $1::bigint AND starts_with(email_key, $2::text)`,
    [userId, HELD],
  );
  return rows.length > 0;
}
