import type { Ctx } from '@pii-vault/platform/core/context/ctx';
import { notFound } from '@pii-vault/platform/core/errors/not-found';
import { type AuditFacts, auditMessage } from '@pii-vault/platform/domain/audit-entry';
import type { Database } from '@pii-vault/platform/postgres/database';
import { extendAccountChanges } from '../../accounts/changes/account-changes.ts';
import { type Factor, factorName } from '../../accounts/factor.ts';
import { findHolder } from '../../accounts/roles/role-store.ts';
import { lastFactor, noFactor } from '../../errors.ts';
import type { NotifyOwner } from '../../protection/notices/notify-owner.ts';
import type { MustHaveFactor } from './factor-policy.ts';
import { deleteFactor, hasFactor, listFactors, lockFactors, renameFactor } from './factor-store.ts';
import { ownSession } from './own-session.ts';
import { newRecoveryCodes, recoveryCodeDigest } from './recovery-code.ts';
import { deleteRecoveryCodes, replaceRecoveryCodes } from './recovery-code-store.ts';

export interface ChangeFactorsDeps {
  readonly db: Pick<Database, 'system'>;
  readonly notify: NotifyOwner;
  readonly mustHaveFactor: MustHaveFactor;
  /** Days for which a change of an account by another one counts. */
  readonly independenceDays: number;
  readonly now: () => number;
}

/** @throws AppError NO_SESSION, NOT_FOUND, INVALID_FACTOR_NAME */
export function renameOwnFactor({ db, notify }: ChangeFactorsDeps) {
  return async (ctx: Ctx, input: { id: number; name: string }): Promise<Factor> => {
    const { userId } = ownSession(ctx);
    const name = factorName(input.name);
    const factor = await db.system(async (tx) => {
      const renamed = await renameFactor(tx, { id: input.id, userId, name });
      if (renamed === undefined) throw notFound();
      const holder = await findHolder(tx, userId);
      const facts = { action: 'factor_rename', objectIds: idsOf(userId, renamed) } as const;
      await tx.publish(auditMessage('identity', ctx, { ...facts, ...companyOf(holder) }));
      return renamed;
    });
    notify(ctx, userId, { kind: 'factor_renamed', factor: factor.kind, name });
    return factor;
  };
}

/** Removing the last factor also removes the recovery codes. @throws AppError NO_SESSION, NOT_FOUND, LAST_FACTOR */
export function removeOwnFactor({ db, notify, mustHaveFactor }: ChangeFactorsDeps) {
  return async (ctx: Ctx, id: number): Promise<void> => {
    const { userId } = ownSession(ctx);
    const factor = await db.system(async (tx) => {
      await lockFactors(tx, userId);
      const holder = await findHolder(tx, userId);
      const removed = await deleteFactor(tx, id, userId);
      if (holder === undefined || removed === undefined) throw notFound();
      if ((await listFactors(tx, userId)).length === 0) {
        if (await mustHaveFactor(tx, holder)) throw lastFactor();
        await deleteRecoveryCodes(tx, userId);
      }
      const facts = { action: 'factor_remove', objectIds: idsOf(userId, removed) } as const;
      await tx.publish(auditMessage('identity', ctx, { ...facts, ...companyOf(holder) }));
      return removed;
    });
    notify(ctx, userId, { kind: 'factor_removed', factor: factor.kind, name: factor.name });
  };
}

/** @returns the new codes, shown once; the former ones are void @throws AppError NO_SESSION, NO_FACTOR */
export function renewRecoveryCodes({ db, notify, independenceDays, now }: ChangeFactorsDeps) {
  return async (ctx: Ctx): Promise<readonly string[]> => {
    const { userId } = ownSession(ctx);
    const codes = newRecoveryCodes();
    await db.system(async (tx) => {
      await lockFactors(tx, userId);
      if (!(await hasFactor(tx, userId))) throw noFactor();
      const digests = codes.map((code) => recoveryCodeDigest(userId, code));
      await replaceRecoveryCodes(tx, userId, digests, new Date(now()));
      await extendAccountChanges(tx, userId, 'factors', independenceDays);
      const objectIds = { userId: String(userId) };
      const facts = { action: 'recovery_codes_renew', objectIds } as const;
      const holder = await findHolder(tx, userId);
      await tx.publish(auditMessage('identity', ctx, { ...facts, ...companyOf(holder) }));
    });
    notify(ctx, userId, { kind: 'recovery_codes_renewed' });
    return codes;
  };
}

function idsOf(userId: number, { id, kind }: Factor) {
  return { userId: String(userId), factorId: String(id), factor: kind };
}

function companyOf(holder: { readonly companyId: number | null } | undefined): Pick<AuditFacts, 'companyId'> {
  return typeof holder?.companyId === 'number' ? { companyId: holder.companyId } : {};
}
