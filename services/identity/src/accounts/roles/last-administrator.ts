import type { Ctx } from '@pii-vault/platform/core/context/ctx';
import { notFound } from '@pii-vault/platform/core/errors/not-found';
import type { Tx } from '@pii-vault/platform/postgres/database';
import { lastAdministrator } from '../../errors.ts';
import { lockUser } from '../user-change-store.ts';
import type { RoleHolder } from './effective-permissions.ts';
import type { LoadPowers } from './load-powers.ts';
import { rolesWith, STAFF } from './staff-sql.ts';

const ADMINISTERING = ['company:manage', 'users:manage'] as const;
const ADMINISTERING_ROLES = rolesWith('administering', ADMINISTERING);

/** Companies that a change takes an active user from as an administrator. */
export type LostCompanies = (
  ctx: Ctx,
  before: RoleHolder & { readonly isActive: boolean },
  after: RoleHolder | undefined,
) => Promise<readonly number[]>;

/** @returns a function that compares the powers before the change and after it; undefined: no account any more */
export function lostCompanies(loadPowers: LoadPowers): LostCompanies {
  const administered = async (ctx: Ctx, holder: RoleHolder): Promise<number[]> =>
    (await loadPowers(ctx, holder)).companies
      .filter(({ permissions }) => ADMINISTERING.every((one) => permissions.includes(one)))
      .map(({ companyId }) => companyId);
  return async (ctx, before, after) => {
    if (!before.isActive) return [];
    const held = await administered(ctx, before);
    const kept = after === undefined ? [] : await administered(ctx, after);
    return held.filter((companyId) => !kept.includes(companyId));
  };
}

/**
 * Only a super admin may take the last active administrator from a company, because only one could undo it. Under the
 * system role, in the transaction of the change and before it.
 * @throws AppError FAILED_PRECONDITION LAST_ADMINISTRATOR
 */
export async function requireOtherAdministrator(
  tx: Tx,
  ctx: Ctx,
  userId: number,
  companies: readonly number[],
): Promise<void> {
  if (isSuperAdmin(ctx)) return;
  for (const companyId of companies.toSorted((a, b) => a - b))
    if ([userId, undefined].includes(await administratorBeside(tx, userId, companyId)))
      throw lastAdministrator();
}

/**
 * As requireOtherAdministrator, for a change of a user's role in a company. Locks the user, so that its default role
 * does not change meanwhile.
 * @throws AppError NOT_FOUND for a user that was deleted meanwhile, LAST_ADMINISTRATOR
 */
export async function keepAdministrator<T>(
  tx: Tx,
  ctx: Ctx,
  { userId, companyId }: { readonly userId: number; readonly companyId: number },
  change: () => Promise<T>,
): Promise<T> {
  if ((await lockUser(tx, userId)) === undefined) throw notFound();
  if (isSuperAdmin(ctx)) return change();
  const before = await administratorBeside(tx, userId, companyId);
  const changed = await change();
  if (before !== undefined && (await administratorBeside(tx, userId, companyId)) === undefined)
    throw lastAdministrator();
  return changed;
}

const isSuperAdmin = ({ caller }: Ctx) => caller.kind === 'user' && caller.isSuperAdmin;

/**
 * An active administrator of the company: another one than the user, if there is one. Serialises changes of the
 * company's administrators until the end of the transaction. Under the system role.
 */
export async function administratorBeside(
  tx: Tx,
  userId: number,
  companyId: number,
): Promise<number | undefined> {
  await tx.query(`SELECT pg_advisory_xact_lock(hashtextextended('administrators', $1::bigint))`, [companyId]);
  const rows = await tx.query<{ id: number }>(
    `WITH ${STAFF}, ${ADMINISTERING_ROLES}
     SELECT id FROM staff WHERE NOT is_super AND role IN (SELECT role FROM administering)
     ORDER BY id = $2::bigint LIMIT 1`,
    [companyId, userId],
  );
  return rows[0]?.id;
}
