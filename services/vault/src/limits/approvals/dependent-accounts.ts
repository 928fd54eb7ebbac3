import type { Ctx } from '@pii-vault/platform/core/context/ctx';
import type { RpcClient } from '@pii-vault/platform/rpc/client';
import type { ModuleKit } from '@pii-vault/platform/runtime/module/module';
import type { AuthorityService } from '@pii-vault/proto/identity/v1/authority';
import { type Decidable, whyNotDecide } from './approval.ts';

export interface DependentAccountsDeps {
  readonly identity: Pick<RpcClient<typeof AuthorityService>, 'findDependentAccounts'>;
  readonly self: ModuleKit['self'];
}

/**
 * Of the accounts behind some requests those that one person may control together with the caller, by identity. Asks
 * nothing if the caller may decide none of the requests anyway. Fails where identity does not answer: without it no
 * second person decides.
 */
export type DependentAccounts = (ctx: Ctx, requests: readonly Decidable[]) => Promise<ReadonlySet<number>>;

export function dependentAccounts({ identity, self }: DependentAccountsDeps): DependentAccounts {
  return async (ctx, requests) => {
    const { caller } = ctx;
    const open = requests.filter((one) => whyNotDecide(caller, one) === undefined);
    if (caller.kind !== 'user' || open.length === 0) return new Set();
    const { userIds } = await identity.findDependentAccounts(self({ causedBy: ctx }), {
      userId: caller.userId,
      otherUserIds: [...new Set(open.flatMap(({ barred }) => barred))],
    });
    return new Set(userIds);
  };
}

/** Whether one of the accounts behind the request is dependent. */
export const isDependent = ({ barred }: Decidable, dependent: ReadonlySet<number>): boolean =>
  barred.some((id) => dependent.has(id));
