import type { Ctx } from '@pii-vault/platform/core/context/ctx';
import { accountsBehind } from '@pii-vault/platform/core/context/second-person';
import type { Tx } from '@pii-vault/platform/postgres/database';

export type AccountChangeKind =
  | 'created'
  | 'password'
  | 'factors'
  | 'address'
  | 'role'
  | 'status'
  | 'credential';

/** Longest time from the request of an approval to its last use, in the vault: three days of wait and 168 hours. */
const APPROVAL_DAYS = 10;
/** Changes in a chain of which each was made while the one before it counted. */
const CHAIN_LENGTH = 4;

const authorsOf = ({ caller }: Ctx): number[] => (caller.kind === 'user' ? accountsBehind(caller) : []);

/** Notes who gave an account to its user or changed how it is entered or what it may do. Own changes are not noted. */
export async function noteAccountChange(
  tx: Tx,
  ctx: Ctx,
  userId: number,
  kind: AccountChangeKind,
): Promise<void> {
  await insertChanges(tx, userId, authorsOf(ctx), kind);
}

/**
 * Notes who else is behind the secret of an API credential that a program set. Calls with the credential name its maker
 * alone.
 */
export async function noteCredential(tx: Tx, ctx: Ctx, userId: number, madeBy: number): Promise<void> {
  const others = authorsOf(ctx).filter((author) => author !== madeBy);
  await insertChanges(tx, userId, others, 'credential');
}

async function insertChanges(
  tx: Tx,
  userId: number,
  authors: readonly number[],
  kind: AccountChangeKind,
): Promise<void> {
  await tx.query(
    `INSERT INTO account_changes (user_id, changed_by, kind)
     SELECT $1::bigint, author, $3::text FROM unnest($2::bigint[]) AS author WHERE author <> $1::bigint`,
    [userId, authors, kind],
  );
}

/**
 * Notes that an account got a new password or factor by itself, in days in which another account may have been able to
 * sign in to it: that account may have set them, so its earlier changes count from now on. Under the system role.
 * @param days for which a change counts
 */
export async function extendAccountChanges(
  tx: Tx,
  userId: number,
  kind: 'password' | 'factors',
  days: number,
): Promise<void> {
  await tx.query(
    `INSERT INTO account_changes (user_id, changed_by, kind)
     SELECT DISTINCT user_id, changed_by, $2::text FROM account_changes
     WHERE user_id = $1::bigint AND changed_at > now() - make_interval(days => $3::integer)`,
    [userId, kind, days],
  );
}

/** Notes a password set by a mailed link as a change by those who gave the account its address. System role. */
export async function noteMailedPassword(tx: Tx, userId: number, days: number): Promise<void> {
  await tx.query(
    `INSERT INTO account_changes (user_id, changed_by, kind)
     SELECT id, unnest(address_set_by), 'password' FROM users WHERE id = $1::bigint`,
    [userId],
  );
  await extendAccountChanges(tx, userId, 'password', days);
}

/** Notes who gave the account another address. Under the system role. */
export async function noteAddressChange(tx: Tx, ctx: Ctx, userId: number): Promise<void> {
  await tx.query(`UPDATE users SET address_set_by = $2::bigint[] WHERE id = $1::bigint`, [
    userId,
    authorsOf(ctx),
  ]);
  await noteAccountChange(tx, ctx, userId, 'address');
}

/**
 * Those of the accounts that one person may control together with `userId`: in the last days one of the two created or
 * changed the other, directly or over further accounts, or one account did so to both. Who could sign in to an account
 * when it made such a change is behind that change, so the days of each further account are counted back from there.
 * Times are cut to hours, which bounds the number of rows; all changes of the same hour count. Under the system role.
 */
export async function findDependentAccounts(
  tx: Tx,
  userId: number,
  others: readonly number[],
  days: number,
): Promise<number[]> {
  const rows = await tx.query<{ id: number }>(
    `WITH RECURSIVE controlled AS (
       SELECT account, account AS by, now() AS at FROM unnest($1::bigint || $2::bigint[]) AS account
       UNION
       SELECT c.account, a.changed_by, date_trunc('hour', a.changed_at)
       FROM controlled AS c JOIN account_changes AS a ON a.user_id = c.by
       WHERE a.changed_at > c.at - make_interval(days => $3::integer) AND a.changed_at < c.at + interval '1 hour'
     ) SELECT DISTINCT o.account AS id FROM controlled AS o
       WHERE o.account = ANY ($2::bigint[]) AND o.account <> $1::bigint
         AND o.by IN (SELECT by FROM controlled WHERE account = $1::bigint)
       ORDER BY id`,
    [userId, others, days],
  );
  return rows.map(({ id }) => id);
}

/**
 * Those of the accounts that an account other than these changed since a time of the last APPROVAL_DAYS. Under the
 * system role.
 */
export async function findChangedAccounts(
  tx: Tx,
  userIds: readonly number[],
  since: Date,
): Promise<number[]> {
  const rows = await tx.query<{ id: number }>(
    `SELECT DISTINCT user_id AS id FROM account_changes
     WHERE user_id = ANY ($1::bigint[]) AND changed_by <> ALL ($1::bigint[]) AND changed_at >= $2::timestamptz
     ORDER BY id`,
    [userIds, since],
  );
  return rows.map(({ id }) => id);
}

/** @param days for which a change counts for a decision, or for a later change in a chain */
export async function deleteOldAccountChanges(tx: Tx, days: number): Promise<void> {
  await tx.query(
    `DELETE FROM account_changes WHERE changed_at < now() - make_interval(days => greatest($1::integer, $2::integer))`,
    [days * CHAIN_LENGTH, APPROVAL_DAYS],
  );
}
