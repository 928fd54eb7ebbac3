import type { UserCaller } from '@pii-vault/platform/core/context/caller';
import type { Ctx } from '@pii-vault/platform/core/context/ctx';
import { missingPermission } from '@pii-vault/platform/core/context/permissions';
import { locksOut } from '@pii-vault/platform/core/errors/locks-out';
import { notFound } from '@pii-vault/platform/core/errors/not-found';
import { addressRanges, isInRanges } from '@pii-vault/platform/core/net/address-ranges';
import { auditMessage } from '@pii-vault/platform/domain/audit-entry';
import type { Database } from '@pii-vault/platform/postgres/database';
import { once } from '@pii-vault/platform/postgres/idempotency/once';
import { tooManyBlocks } from '../../errors.ts';
import { type BlockedAddress, type BlockInput, checkAddress, checkBlock } from './blocked-address.ts';
import { countBlocks, deleteBlock, findBlock, MAX_BLOCKS, putBlock } from './blocked-address-store.ts';

export interface ChangeBlocksDeps {
  readonly db: Database;
  readonly now: () => number;
}

/**
 * Blocks an address or range, or updates reason and end of its block.
 * @throws AppError INVALID_BLOCK, LOCKS_OUT, TOO_MANY_BLOCKS
 */
export function blockAddress({ db, now }: ChangeBlocksDeps) {
  return (ctx: Ctx, input: BlockInput): Promise<BlockedAddress> => {
    const block = checkBlock(input, now());
    const caller = accessManager(ctx);
    if (!block.confirm && isInRanges(addressRanges([block.ipAddress]), ctx.ipAddress)) throw locksOut();
    return db.tenant('all', (tx) => {
      const put = async () => {
        if ((await countBlocks(tx)) >= MAX_BLOCKS) throw tooManyBlocks(MAX_BLOCKS);
        const stored = await putBlock(tx, block, caller.actorUserId ?? caller.userId);
        const objectIds = { ipAddress: stored.ipAddress };
        await tx.publish(auditMessage('identity', ctx, { action: 'address_block', objectIds }));
        return stored;
      };
      const parts = [block.ipAddress, block.reason, block.blockedUntil?.toISOString() ?? ''];
      const call = { companyId: 0, route: 'BlockAddress', parts };
      return once(tx, ctx, call, put, async (id) => await findBlock(tx, id));
    });
  };
}

/** @throws AppError INVALID_BLOCK, NOT_FOUND */
export function unblockAddress({ db }: Pick<ChangeBlocksDeps, 'db'>) {
  return async (ctx: Ctx, text: string): Promise<void> => {
    const address = checkAddress(text);
    accessManager(ctx);
    await db.tenant('all', async (tx) => {
      const ipAddress = await deleteBlock(tx, address);
      if (ipAddress === undefined) throw notFound();
      await tx.publish(
        auditMessage('identity', ctx, { action: 'address_unblock', objectIds: { ipAddress } }),
      );
    });
  };
}

// The list holds for every company, so a grant in one company is not enough.
function accessManager({ caller }: Ctx): UserCaller {
  if (caller.kind !== 'user' || !caller.isSuperAdmin || !caller.everywhere.has('access:manage'))
    throw missingPermission('access:manage');
  return caller;
}
