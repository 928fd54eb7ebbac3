import type { Ctx } from '@pii-vault/platform/core/context/ctx';
import type { Database, Tx } from '@pii-vault/platform/postgres/database';
import type { RpcClient } from '@pii-vault/platform/rpc/client';
import type { ModuleKit } from '@pii-vault/platform/runtime/module/module';
import type { AuthorityService } from '@pii-vault/proto/identity/v1/authority';
import { findUsable, type Use, usePeople } from './approvals-store.ts';

export interface UseApprovalDeps {
  readonly db: Pick<Database, 'tenant'>;
  readonly identity: Pick<RpcClient<typeof AuthorityService>, 'findChangedAccounts'>;
  readonly self: ModuleKit['self'];
}

/** The id of the used approval. VOID: there is one, but another account changed one behind its request. */
export type UseApproval = (ctx: Ctx, use: Use, people: number) => Promise<number | 'VOID' | undefined>;

/**
 * Uses people of an approval. It is given to the person who asked: another person who has changed that account since
 * must not use it, so it is void from then on. Fails where identity does not answer. Call it outside a transaction.
 */
export function useApproval({ db, identity, self }: UseApprovalDeps): UseApproval {
  return async (ctx, use, people) => {
    const inCompany = <T>(work: (tx: Tx) => Promise<T>) => db.tenant({ companies: [use.companyId] }, work);
    const usable = await inCompany((tx) => findUsable(tx, use, people));
    let isVoid = false;
    for (const { id, barred, requestedAt } of usable) {
      const question = { userIds: barred, since: requestedAt };
      const { userIds } = await identity.findChangedAccounts(self({ causedBy: ctx }), question);
      if (userIds.length > 0) isVoid = true;
      else if (await inCompany((tx) => usePeople(tx, id, people))) return id;
    }
    return isVoid ? 'VOID' : undefined;
  };
}
