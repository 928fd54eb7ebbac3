import type { UserCaller } from '@pii-vault/platform/core/context/caller';
import type { Ctx } from '@pii-vault/platform/core/context/ctx';
import { hasPermission, missingPermission } from '@pii-vault/platform/core/context/permissions';
import { isOwnSession } from '@pii-vault/platform/core/context/second-person';
import { notFound } from '@pii-vault/platform/core/errors/not-found';
import { auditMessage } from '@pii-vault/platform/domain/audit-entry';
import type { Database, Tx } from '@pii-vault/platform/postgres/database';
import type { RpcClient } from '@pii-vault/platform/rpc/client';
import type { ModuleKit } from '@pii-vault/platform/runtime/module/module';
import type { AuthorityService } from '@pii-vault/proto/identity/v1/authority';
import { dependentAccount, ownSessionRequired, ownStop } from '../../errors.ts';
import { credentialStopChanged } from '../../events.ts';
import type { Budgets } from '../cross-pairs/disclosure.ts';
import { releaseHeld } from '../cross-pairs/release-held.ts';
import { liftStop, lockAlarm, type ProbeAlarm } from './alarms-store.ts';

export interface LiftDeps {
  readonly db: Pick<Database, 'system'>;
  readonly now: () => Date;
  /** Held-back pairs shown per hour: the hourly budget of a credential. */
  readonly budgets: Pick<Budgets, 'linksPerHour' | 'weakPairHours'>;
  readonly identity: Pick<RpcClient<typeof AuthorityService>, 'findDependentAccounts'>;
  readonly self: ModuleKit['self'];
}

/** The users in a credential, such as user:7/client:pvc_1. */
function usersOf(credential: string): number[] {
  return credential.split('/').flatMap((part) => {
    const id = /^user:(\d+)$/.exec(part)?.[1];
    return id === undefined ? [] : [Number(id)];
  });
}

/**
 * Lifts the stop after an administrator of the credential's company has reviewed the alarm. What the credential writes
 * is shown again, and the held-back pairs are shown at the hourly budget. Both trails record who lifted it.
 * @throws AppError OWN_SESSION_REQUIRED; OWN_STOP for an account behind the credential, DEPENDENT_ACCOUNT for one that
 * depends on it; NOT_FOUND for an alarm of another company's credential, and for a lifted one
 */
export function liftProbeStop({ db, now, budgets, identity, self }: LiftDeps) {
  return async ({ caller, ...ctx }: Ctx, id: number): Promise<void> => {
    if (caller.kind !== 'user') throw missingPermission('company:manage');
    // Identity is asked outside the transaction that locks the alarm.
    const seen = await db.system((tx) => heldAlarm(tx, caller, id));
    if (!isOwnSession(caller)) throw ownSessionRequired();
    const behind = usersOf(seen.credential);
    if (behind.includes(caller.userId)) throw ownStop();
    const { userIds } = await identity.findDependentAccounts(self({ causedBy: { ...ctx, caller } }), {
      userId: caller.userId,
      otherUserIds: behind,
    });
    if (userIds.length > 0) throw dependentAccount();
    await db.system(async (tx) => {
      const alarm = await heldAlarm(tx, caller, id);
      const { companyId, otherCompanyId, agreementId, credential } = alarm;
      const at = now();
      await liftStop(tx, alarm, { by: caller.userId, at });
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

/** The alarm, locked. @throws AppError NOT_FOUND for another company's, and for a lifted one */
async function heldAlarm(tx: Tx, caller: UserCaller, id: number): Promise<ProbeAlarm> {
  const alarm = await lockAlarm(tx, id);
  if (alarm === undefined || !hasPermission(caller, 'company:manage', alarm.companyId)) throw notFound();
  return alarm;
}
