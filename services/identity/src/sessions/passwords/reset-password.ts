import type { Ctx } from '@pii-vault/platform/core/context/ctx';
import { auditMessage } from '@pii-vault/platform/domain/audit-entry';
import type { Database } from '@pii-vault/platform/postgres/database';
import { noteUse } from '../../accounts/address-holds/address-hold-store.ts';
import { noteMailedPassword } from '../../accounts/changes/account-changes.ts';
import { resetPasswordProblem, SAME_AS_TEMPORARY } from '../../accounts/password-rules.ts';
import { findUser } from '../../accounts/user-store.ts';
import { invalidResetToken, weakPassword } from '../../errors.ts';
import type { NotifyOwner } from '../../protection/notices/notify-owner.ts';
import { asUser } from '../as-user.ts';
import { findPasswordHash, hasTemporaryPassword } from '../logins/login-store.ts';
import type { PasswordHasher } from './password-hasher.ts';
import { linkDigest } from './password-link.ts';
import { findLinkOwner, takeLink } from './password-link-store.ts';
import { replacePassword } from './set-password.ts';

export interface ResetPasswordDeps {
  readonly db: Pick<Database, 'system'>;
  readonly hasher: Pick<PasswordHasher, 'hash' | 'verify'>;
  readonly notify: NotifyOwner;
  /** Days for which a change of an account by another one counts. */
  readonly independenceDays: number;
}

/**
 * Sets the password of the user of a mailed link and ends all sessions and API credentials of that user. Of several
 * concurrent calls exactly one succeeds.
 * @throws AppError WEAK_PASSWORD, INVALID_RESET_TOKEN, OVERLOADED
 */
export function resetPassword(deps: ResetPasswordDeps) {
  return async (ctx: Ctx, input: { token: string; password: string }): Promise<void> => {
    const weak = resetPasswordProblem(input.password);
    if (weak !== undefined) throw weakPassword('password', [weak]);
    const tokenSha256 = linkDigest(input.token);
    const owner = await deps.db.system((tx) => findLinkOwner(tx, tokenSha256));
    if (owner === undefined) throw invalidResetToken();
    const as = asUser(ctx, owner.id, '');
    await deps.db.system(async (tx) => {
      // Concurrent calls wait for the first one's commit and find no link: only the winner hashes.
      if (!(await takeLink(tx, tokenSha256))) throw invalidResetToken();
      const found = await findUser(tx, owner.id);
      if (found === undefined) throw invalidResetToken();
      if (await hasTemporaryPassword(tx, owner.id)) {
        const temporary = await findPasswordHash(tx, owner.id);
        // The throw rolls back, so the link stays usable.
        if (await deps.hasher.verify(input.password, temporary, { ...ctx, isKnown: true }))
          throw weakPassword('password', [SAME_AS_TEMPORARY]);
      }
      const hash = await deps.hasher.hash(input.password, ctx);
      // Before the password, the order in which a login locks them.
      await noteUse(tx, owner.id);
      await replacePassword(tx, as, owner.id, { hash, isTemporary: false });
      await noteMailedPassword(tx, owner.id, deps.independenceDays);
      const objectIds = { userId: String(owner.id) };
      const companyId = found.companyId ?? undefined;
      const facts = { action: 'password_reset', companyId, objectIds } as const;
      await tx.publish(auditMessage('identity', as, facts));
    });
    deps.notify(as, owner.id, { kind: 'password_reset' });
  };
}
