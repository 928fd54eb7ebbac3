import type { Ctx } from '@pii-vault/platform/core/context/ctx';
import { auditMessage } from '@pii-vault/platform/domain/audit-entry';
import type { Database, Tx } from '@pii-vault/platform/postgres/database';
import { unauthenticated } from '@pii-vault/platform/rpc/tokens/verify-jwt';
import { extendAccountChanges } from '../../accounts/changes/account-changes.ts';
import { type Factor, MAX_FACTORS } from '../../accounts/factor.ts';
import { findUser } from '../../accounts/user-store.ts';
import { tooManyFactors } from '../../errors.ts';
import type { NotifyOwner } from '../../protection/notices/notify-owner.ts';
import { markFactorGiven } from '../session-store.ts';
import type { ChallengePlace } from './challenge-store.ts';
import { listFactors, lockFactors } from './factor-store.ts';
import { newRecoveryCodes, recoveryCodeDigest } from './recovery-code.ts';
import { countRecoveryCodes, replaceRecoveryCodes } from './recovery-code-store.ts';

export interface AddFactorDeps {
  readonly db: Pick<Database, 'system'>;
  readonly notify: NotifyOwner;
  /** Days for which a change of an account by another one counts. */
  readonly independenceDays: number;
  readonly now: () => number;
}

export interface AddedFactor {
  readonly factor: Factor;
  /** Shown once; empty when the user had codes. */
  readonly recoveryCodes: readonly string[];
}

/** @throws AppError TOO_MANY_FACTORS */
export async function refuseMoreFactors(tx: Tx, userId: number): Promise<void> {
  if ((await listFactors(tx, userId)).length >= MAX_FACTORS) throw tooManyFactors(MAX_FACTORS);
}

/**
 * Adds a factor after its first correct proof, and the user's first recovery codes. The session then counts as having
 * given its factor; one that had to enrol becomes a full one.
 * @param insert writes the factor, or throws
 */
export function addFactor({ db, notify, independenceDays, now }: AddFactorDeps) {
  return async (
    ctx: Ctx,
    { userId, sessionId }: ChallengePlace,
    insert: (tx: Tx, createdAt: Date) => Promise<Factor>,
  ): Promise<AddedFactor> => {
    const createdAt = new Date(now());
    const codes = newRecoveryCodes();
    const added = await db.system(async (tx) => {
      await lockFactors(tx, userId);
      await refuseMoreFactors(tx, userId);
      const user = await findUser(tx, userId);
      const factor = await insert(tx, createdAt);
      if (user === undefined || !(await markFactorGiven(tx, sessionId, createdAt))) throw unauthenticated();
      await extendAccountChanges(tx, userId, 'factors', independenceDays);
      const hasCodes = (await countRecoveryCodes(tx, userId)) > 0;
      const digests = codes.map((code) => recoveryCodeDigest(userId, code));
      if (!hasCodes) await replaceRecoveryCodes(tx, userId, digests, createdAt);
      const objectIds = { userId: String(userId), factorId: String(factor.id), factor: factor.kind };
      const facts = { action: 'factor_enrol', companyId: user.companyId ?? undefined, objectIds } as const;
      await tx.publish(auditMessage('identity', ctx, facts));
      return { factor, recoveryCodes: hasCodes ? [] : codes };
    });
    notify(ctx, userId, { kind: 'factor_added', factor: added.factor.kind, name: added.factor.name });
    return added;
  };
}
