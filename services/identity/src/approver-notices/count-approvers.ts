import type { Tx } from '@pii-vault/platform/db/database';
import { APPROVING_ROLES } from './approving-roles.ts';
import { findApprovers } from './find-approvers.ts';

/** How long a lost role counts, in days. Longer than a change of limits waits (CHANGE_WAIT_MS of the vault). */
export const FORMER_ROLE_DAYS = 7;

/**
 * Users of the company other than super admins who may decide, or who could within the last FORMER_ROLE_DAYS: an
 * administrator who disables the second one does not become the only one at once.
 */
export async function countApprovers(tx: Tx, companyId: number, except: readonly number[]): Promise<number> {
  const active = (await findApprovers(tx, companyId, except)).filter(({ isSuper }) => !isSuper);
  const former = await tx.query<{ id: number }>(
    `WITH ${APPROVING_ROLES}
     SELECT DISTINCT f.user_id AS id FROM former_roles AS f
     WHERE (f.company_id = $1::bigint OR f.company_id IS NULL) AND f.user_id <> ALL ($2::bigint[])
       AND f.ended_at > now() - make_interval(days => $3::integer) AND f.role IN (SELECT role FROM approving)`,
    [companyId, except, FORMER_ROLE_DAYS],
  );
  return new Set([...active, ...former].map(({ id }) => id)).size;
}

/** Deletes lost roles that no longer count. */
export async function deleteOldFormerRoles(tx: Tx): Promise<void> {
  await tx.query(`DELETE FROM former_roles WHERE ended_at < now() - make_interval(days => $1::integer)`, [
    FORMER_ROLE_DAYS,
  ]);
}
