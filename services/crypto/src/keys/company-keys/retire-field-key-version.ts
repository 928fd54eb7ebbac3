import type { Ctx } from '@pii-vault/platform/core/context/ctx';
import { notFound } from '@pii-vault/platform/core/errors/not-found';
import type { Database } from '@pii-vault/platform/postgres/database';
import { keyInGrace, keyStillActive } from '../../errors.ts';
import { keyDestroyed } from '../../events.ts';
import { shareActiveEpoch } from '../epochs/epoch-store.ts';
import { finishRotation } from '../rotations/rotation-store.ts';
import { fieldKeyOf } from './key-uses.ts';
import { destroyKeyRow, disableKey, lockVersion } from './key-version-store.ts';

export interface RetireFieldKeyVersionDeps {
  readonly db: Database;
  readonly now: () => Date;
  /** Minimum age of the replacement: callers' cache life and longest transaction, ms. */
  readonly graceMs: number;
}

/**
 * Retires a field-key version that wraps nothing; the caller has checked that. A version of an earlier epoch is
 * destroyed at once, because it would open backups of that epoch. Others are kept until no openable backup has them.
 * @throws AppError NOT_FOUND · FAILED_PRECONDITION KEY_STILL_ACTIVE | KEY_IN_GRACE
 */
export function retireFieldKeyVersion(
  deps: RetireFieldKeyVersionDeps,
): (ctx: Ctx, input: { readonly companyId: number; readonly version: number }) => Promise<void> {
  return (ctx, { companyId, version }) =>
    deps.db.tenant({ companies: [companyId] }, async (tx) => {
      const epoch = await shareActiveEpoch(tx);
      const use = fieldKeyOf(companyId);
      const locked = await lockVersion(tx, use, version);
      if (locked === undefined) throw notFound();
      if (locked.status === 'disabled' || locked.status === 'destroyed') return;
      if (locked.status === 'active' || locked.rotatedAt === undefined) throw keyStillActive();
      const now = deps.now();
      if (now.getTime() - locked.rotatedAt.getTime() < deps.graceMs) throw keyInGrace();
      if (locked.createdAt < epoch.startedAt) {
        await destroyKeyRow(tx, locked.keyId, now);
        await tx.publishAll(keyDestroyed(ctx, locked));
      } else await disableKey(tx, locked.keyId, now);
      await finishRotation(tx, use, now);
    });
}
