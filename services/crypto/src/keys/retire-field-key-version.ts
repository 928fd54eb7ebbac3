import type { Ctx } from '@pii-vault/platform/context/ctx';
import type { Database } from '@pii-vault/platform/db/database';
import { notFound } from '@pii-vault/platform/errors/not-found';
import { holdEpoch } from '../epochs/epoch-store.ts';
import { keyInGrace, keyStillActive } from '../errors.ts';
import { keyDestroyed } from '../events.ts';
import { finishRotation } from '../rotations/rotation-store.ts';
import { fieldKeyOf } from './key-uses.ts';
import { destroyKeyRow, disableKey, lockVersion } from './key-version-store.ts';

export interface RetireFieldKeyVersionDeps {
  readonly db: Database;
  readonly now: () => Date;
  /** How long a replaced version may still be in use: callers' cache life and longest transaction, ms. */
  readonly graceMs: number;
}

/**
 * Ends the use of a field-key version that wraps nothing any more, which its caller has to know. One of an earlier epoch
 * is destroyed at once, because backups of that epoch would open by it; another one is kept until no backup names it.
 * @throws AppError NOT_FOUND · FAILED_PRECONDITION KEY_STILL_ACTIVE | KEY_IN_GRACE
 */
export function retireFieldKeyVersion(
  deps: RetireFieldKeyVersionDeps,
): (ctx: Ctx, input: { readonly companyId: number; readonly version: number }) => Promise<void> {
  return (ctx, { companyId, version }) =>
    deps.db.tenant({ companies: [companyId] }, async (tx) => {
      const epoch = await holdEpoch(tx);
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
