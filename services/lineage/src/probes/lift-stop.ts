import type { UserCaller } from '@pii-vault/platform/core/context/caller';
import type { Ctx } from '@pii-vault/platform/core/context/ctx';
import { hasPermission, missingPermission } from '@pii-vault/platform/core/context/permissions';
import { notFound } from '@pii-vault/platform/core/errors/not-found';
import { auditMessage } from '@pii-vault/platform/domain/audit-entry';
import type { Database } from '@pii-vault/platform/postgres/database';
import type { Budgets } from '../cross-pairs/disclosure.ts';
import { releaseHeld } from '../cross-pairs/release-held.ts';
import { ownStop } from '../errors.ts';
import { credentialStopChanged } from '../events.ts';
import { liftStop, lockAlarm } from './alarms-store.ts';

export interface LiftDeps {
  readonly db: Pick<Database, 'system'>;
  readonly now: () => Date;
  /** Held-back pairs shown per hour: the hourly budget of a credential. */
  readonly budgets: Pick<Budgets, 'linksPerHour' | 'weakPairHours'>;
}

/** Whether the caller, or the user who acts for it, is the stopped user or an account behind the stopped client. */
function isBehind({ userId, actorUserId, clientId, clientMadeBy }: UserCaller, credential: string): boolean {
  const stopped = credential.split('/');
  if (stopped.includes(`client:${clientId}`)) return true;
  return [userId, actorUserId, clientMadeBy].some((id) => stopped.includes(`user:${id}`));
}

/**
 * Lifts the stop after an administrator of the credential's company has reviewed the alarm. What the credential writes
 * is shown again, and the held-back pairs are shown at the hourly budget. Both trails record who lifted it.
 * @throws AppError OWN_STOP for an account behind the credential; NOT_FOUND for an alarm of another company's
 * credential, and for a lifted one
 */
export function liftProbeStop({ db, now, budgets }: LiftDeps) {
  return async ({ caller, ...ctx }: Ctx, id: number): Promise<void> => {
    if (caller.kind !== 'user') throw missingPermission('company:manage');
    await db.system(async (tx) => {
      const alarm = await lockAlarm(tx, id);
      if (alarm === undefined || !hasPermission(caller, 'company:manage', alarm.companyId)) throw notFound();
      const { companyId, otherCompanyId, agreementId, credential } = alarm;
      if (isBehind(caller, credential)) throw ownStop();
      const at = now();
      await liftStop(tx, alarm, { by: caller.actorUserId ?? caller.userId, at });
      await tx.publish(credentialStopChanged({ companyId, credential, isStopped: false, at }));
      await releaseHeld(tx, alarm, { at, budgets });
      const entry = (viewer: number, other: number, own: Readonly<Record<string, string>>) =>
        auditMessage(
          'lineage',
          { ...ctx, caller, signal: ctx.signal },
          {
            action: 'matching_probe',
            companyId: viewer,
            reason: 'PROBE_STOP_LIFTED',
            objectIds: { linkAgreementId: String(agreementId), otherCompanyId: String(other), ...own },
          },
        );
      await tx.publishAll([
        entry(companyId, otherCompanyId, { credential }),
        entry(otherCompanyId, companyId, {}),
      ]);
    });
  };
}
