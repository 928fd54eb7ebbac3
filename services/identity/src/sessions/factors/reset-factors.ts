import type { Ctx } from '@pii-vault/platform/core/context/ctx';
import { auditMessage } from '@pii-vault/platform/domain/audit-entry';
import { noteAccountChange } from '../../accounts/changes/account-changes.ts';
import { lockUnchanged, type ManagedUserDeps, managedUser, refuseOwn } from '../../accounts/managed-user.ts';
import { noFactor } from '../../errors.ts';
import type { NotifyOwner } from '../../protection/notices/notify-owner.ts';
import { endSessions } from '../end-access.ts';
import { forgetFactors, lockFactors } from './factor-store.ts';

export interface ResetFactorsDeps extends ManagedUserDeps {
  readonly notify: NotifyOwner;
}

/**
 * Removes every factor and recovery code of another user who has lost them, and ends its sessions and tokens. If its
 * role must have a factor, the next sign-in requires enrolment.
 * @throws AppError NOT_FOUND, MORE_POWER, OWN_ACCOUNT, STALE, NO_FACTOR
 */
export function resetUserFactors(deps: ResetFactorsDeps) {
  const admit = managedUser(deps);
  return async (ctx: Ctx, userId: number): Promise<void> => {
    const holder = await admit(ctx, userId);
    refuseOwn(ctx, userId);
    await deps.db.system(async (tx) => {
      const user = await lockUnchanged(tx, holder);
      await lockFactors(tx, userId);
      const factors = await forgetFactors(tx, userId);
      if (factors === 0) throw noFactor();
      await endSessions(tx, userId, 'factors_reset');
      await noteAccountChange(tx, ctx, userId, 'factors');
      const objectIds = { userId: String(userId) };
      const companyId = user.companyId ?? undefined;
      const facts = { action: 'factor_reset', companyId, objectIds, counts: { factors } } as const;
      await tx.publish(auditMessage('identity', ctx, facts));
    });
    deps.notify(ctx, userId, { kind: 'factors_reset' });
  };
}
