import type { Caller } from '@pii-vault/platform/core/context/caller';
import type { Tx } from '@pii-vault/platform/postgres/database';
import { scopeWith } from '@pii-vault/platform/postgres/scope-with';
import { emailKey } from './user.ts';

/** No address starts with it, so a user with a held key cannot sign in. */
const HELD = 'held:';

export interface Address {
  readonly email: string;
  /** Company of the user that gets the address. */
  readonly companyId: number | null;
  /** The user that gets it; undefined for a new one. */
  readonly userId?: number;
}

/**
 * The key under which an address is stored. If a user of another company has the address, the key is held: the row
 * looks like any other to the caller, who must not learn of that user, and signing in still refers to that user. Under
 * the system role.
 * @returns undefined when the caller sees a user with this address
 */
export async function addressKey(
  tx: Tx,
  caller: Caller,
  { email, companyId, userId }: Address,
): Promise<string | undefined> {
  const key = emailKey(email);
  const scope = scopeWith(caller, 'users:manage');
  if (scope === 'all' || companyId === null) return key;
  const held = `${HELD}${companyId}:${key}`;
  const rows = await tx.query<{ key: string; isSeen: boolean }>(
    `SELECT email_key AS "key", role <> 'super_admin' AND (company_id = ANY ($3::bigint[])
       OR id IN (SELECT r.user_id FROM user_company_roles r WHERE r.is_active AND r.company_id = ANY ($3::bigint[])))
       AS "isSeen"
     FROM users WHERE email_key = ANY ($1::text[]) AND deleted_at IS NULL AND id IS DISTINCT FROM $2::bigint`,
    [[key, held], userId, 'companies' in scope ? scope.companies : []],
  );
  if (rows.some((row) => row.isSeen || row.key === held)) return undefined;
  return rows.length > 0 ? held : key;
}

/** Whether signing in with this user's address refers to another user. Under the system role. */
export async function isAddressHeld(tx: Tx, userId: number): Promise<boolean> {
  const rows = await tx.query(
    `SELECT FROM users WHERE id = $1::bigint AND starts_with(email_key, $2::text)`,
    [userId, HELD],
  );
  return rows.length > 0;
}
