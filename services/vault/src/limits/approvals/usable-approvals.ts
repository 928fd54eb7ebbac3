import type { Ctx } from '@pii-vault/platform/core/context/ctx';
import type { Database, Tx } from '@pii-vault/platform/postgres/database';
import type { RpcClient } from '@pii-vault/platform/rpc/client';
import type { ModuleKit } from '@pii-vault/platform/runtime/module/module';
import type { AuthorityService } from '@pii-vault/proto/identity/v1/authority';
import { findUsable, type Use, usePeople } from './approvals-store.ts';

export interface UsableApprovalsDeps {
  readonly db: Pick<Database, 'tenant'>;
  readonly identity: Pick<RpcClient<typeof AuthorityService>, 'findChangedAccounts'>;
  readonly self: ModuleKit['self'];
}

/** The id of the used approval. VOID: there is one, but another account changed one behind its request. */
export type UseApproval = (ctx: Ctx, use: Use, people: number) => Promise<number | 'VOID' | undefined>;

export interface Approvals {
  readonly use: UseApproval;
  /** People left in each usable approval, and whether there is a void one. */
  readonly left: (
    ctx: Ctx,
    use: Use,
  ) => Promise<{ readonly people: readonly number[]; readonly hasVoid: boolean }>;
}

/**
 * Approvals that a call may use. They are given to the person who asked: another person who has changed that account
 * since must not use them, so they are void from then on. Fails where identity does not answer. Call it outside a
 * transaction.
 */
export function usableApprovals({ db, identity, self }: UsableApprovalsDeps): Approvals {
  const inCompany = <T>(use: Use, work: (tx: Tx) => Promise<T>) =>
    db.tenant({ companies: [use.companyId] }, work);
  const find = async (ctx: Ctx, use: Use, people: number) => {
    const found = await inCompany(use, (tx) => findUsable(tx, use, people));
    const checked = await Promise.all(
      found.map(async (one) => {
        const question = { userIds: one.barred, since: one.requestedAt };
        const { userIds } = await identity.findChangedAccounts(self({ causedBy: ctx }), question);
        return { ...one, isVoid: userIds.length > 0 };
      }),
    );
    const usable = checked.filter(({ isVoid }) => !isVoid);
    return { usable, hasVoid: usable.length < checked.length };
  };
  return {
    use: async (ctx, use, people) => {
      const { usable, hasVoid } = await find(ctx, use, people);
      for (const { id } of usable) if (await inCompany(use, (tx) => usePeople(tx, id, people))) return id;
      return hasVoid ? 'VOID' : undefined;
    },
    left: async (ctx, use) => {
      const { usable, hasVoid } = await find(ctx, use, 1);
      return { people: usable.map(({ left }) => left), hasVoid };
    },
  };
}
