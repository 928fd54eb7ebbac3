import { auditMessage } from '@pii-vault/platform/audit/audit-entry';
import type { Ctx } from '@pii-vault/platform/context/ctx';
import type { Database } from '@pii-vault/platform/db/database';
import { invalidResetToken, weakPassword } from '../errors.ts';
import { asUser } from '../sessions/as-user.ts';
import { findUser } from '../users/user-store.ts';
import type { NotifyPasswordChanged } from './notify-password-changed.ts';
import type { PasswordHasher } from './password-hasher.ts';
import { linkDigest } from './password-link.ts';
import { findLinkOwner, takeLink } from './password-link-store.ts';
import { resetPasswordProblem } from './password-rules.ts';
import { setPassword } from './set-password.ts';

export interface ResetPasswordDeps {
  readonly db: Pick<Database, 'system'>;
  readonly hasher: Pick<PasswordHasher, 'hash'>;
  readonly notify: NotifyPasswordChanged;
}

/**
 * Sets the password of whoever holds a mailed link; of any number of tries at once exactly one succeeds.
 * @throws AppError WEAK_PASSWORD, INVALID_RESET_TOKEN, OVERLOADED
 */
export function resetPassword(deps: ResetPasswordDeps) {
  return async (ctx: Ctx, input: { token: string; password: string }): Promise<void> => {
    const weak = resetPasswordProblem(input.password);
    if (weak !== undefined) throw weakPassword('password', [weak]);
    const tokenSha256 = linkDigest(input.token);
    const owner = await deps.db.system((tx) => findLinkOwner(tx, tokenSha256));
    if (owner === undefined) throw invalidResetToken();
    const user = await deps.db.system(async (tx) => {
      // Parallel tries wait for the first one's commit and find nothing: only the winner hashes.
      if (!(await takeLink(tx, tokenSha256))) throw invalidResetToken();
      const found = await findUser(tx, owner.id);
      if (found === undefined) throw invalidResetToken();
      await setPassword(tx, owner.id, await deps.hasher.hash(input.password, ctx));
      const objectIds = { userId: String(owner.id) };
      const companyId = found.companyId ?? undefined;
      const facts = { action: 'password_reset', companyId, objectIds } as const;
      await tx.publish(auditMessage('identity', asUser(ctx, owner.id, ''), facts));
      return found;
    });
    await deps.notify(user);
  };
}
