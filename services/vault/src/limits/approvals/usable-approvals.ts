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
  /** One by one: a call asks identity only about the approvals up to the one that it uses. */
  async function* checked(ctx: Ctx, use: Use, people: number) {
    for (const one of await inCompany(use, (tx) => findUsable(tx, use, people))) {
      const question = { userIds: one.barred, since: one.requestedAt };
      const { userIds } = await identity.findChangedAccounts(self({ causedBy: ctx }), question);
      yield { ...one, isVoid: userIds.length > 0 };
    }
  }
  return {
    use: async (ctx, use, people) => {
      let hasVoid = false;
      for await (const { id, isVoid } of checked(ctx, use, people)) {
        if (isVoid) hasVoid = true;
        else if (await inCompany(use, (tx) => usePeople(tx, id, people))) return id;
      }
      return hasVoid ? 'VOID' : undefined;
    },
    left: async (ctx, use) => {
      const people: number[] = [];
      let hasVoid = false;
      for await (const { left, isVoid } of checked(ctx, use, 1)) {
        if (isVoid) hasVoid = true;
        else people.push(left);
      }
      return { people, hasVoid };
    },
  };
}
