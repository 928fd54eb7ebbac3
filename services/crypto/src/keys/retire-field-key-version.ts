import type { Ctx } from '@pii-vault/platform/context/ctx';
import type { Database } from '@pii-vault/platform/db/database';
import { notFound } from '@pii-vault/platform/errors/not-found';
import { keyInGrace, keyStillActive } from '../errors.ts';
import { keyDestroyed } from '../events.ts';
import { destroyWrappedKey, lockFieldKeyVersion } from './encryption-key-store.ts';
import { fieldKeyOf } from './key-uses.ts';

export interface RetireFieldKeyVersionDeps {
  readonly db: Database;
  readonly now: () => Date;
  /** How long a replaced version may still be in use: callers' cache life and longest transaction, ms. */
  readonly graceMs: number;
}

/**
 * Deletes the wrapped bytes of a field-key version that wraps nothing any more, which its caller has to know.
 * @throws AppError NOT_FOUND · FAILED_PRECONDITION KEY_STILL_ACTIVE | KEY_IN_GRACE
 */
export function retireFieldKeyVersion(
  deps: RetireFieldKeyVersionDeps,
): (ctx: Ctx, input: { readonly companyId: number; readonly version: number }) => Promise<void> {
  return (ctx, { companyId, version }) =>
    deps.db.tenant({ companies: [companyId] }, async (tx) => {
      const locked = await lockFieldKeyVersion(tx, companyId, version);
      if (locked === undefined) throw notFound();
      if (locked.status === 'destroyed') return;
      if (locked.status === 'active' || locked.rotatedAt === undefined) throw keyStillActive();
      const now = deps.now();
      if (now.getTime() - locked.rotatedAt.getTime() < deps.graceMs) throw keyInGrace();
      await destroyWrappedKey(tx, locked.keyId, now);
      await tx.publishAll(keyDestroyed(ctx, { ...fieldKeyOf(companyId), keyId: locked.keyId, version }));
    });
}
