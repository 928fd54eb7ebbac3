import type { Ctx } from '@pii-vault/platform/core/context/ctx';
import type { Database } from '@pii-vault/platform/postgres/database';
import type { RpcClient } from '@pii-vault/platform/rpc/client';
import type { ModuleKit } from '@pii-vault/platform/runtime/module/module';
import type { AuthorityService } from '@pii-vault/proto/identity/v1/authority';
import { endChange, lockPolicy, readDue, readPending } from './changes-store.ts';
import type { PolicyChange } from './policy-change.ts';
import { changeEntry, policyEntry } from './policy-entry.ts';
import type { PolicyNotices } from './policy-notices.ts';
import { writePolicy } from './policy-store.ts';

export interface SettleDeps {
  readonly db: Pick<Database, 'tenant' | 'system'>;
  readonly self: ModuleKit['self'];
  readonly identity: Pick<RpcClient<typeof AuthorityService>, 'checkAuthority'>;
  readonly notices: Pick<PolicyNotices, 'isAlone'>;
}

/**
 * Ends due changes. One of a company without a second person, at the request and now, takes effect if its requester
 * still manages the company. Any other lapses.
 */
export function settleChangesJob(deps: SettleDeps): () => Promise<void> {
  return async () => {
    for (const change of await deps.db.system(readDue)) await settle(deps, change);
  };
}

async function settle(
  { db, self, identity, notices }: SettleDeps,
  { id, companyId, ...due }: PolicyChange,
): Promise<void> {
  const ctx: Ctx = self({ company: companyId });
  const takesEffect =
    due.isAlone &&
    (await notices.isAlone(companyId, due.barred)) &&
    (await holdsRight({ identity }, ctx, companyId, due.requestedBy));
  await db.tenant({ companies: [companyId] }, async (tx) => {
    await lockPolicy(tx, companyId);
    const change = await readPending(tx, companyId);
    // Decided or replaced meanwhile.
    if (change?.id !== id) return;
    await endChange(tx, id, takesEffect ? 'effective' : 'expired');
    if (!takesEffect) {
      await tx.publish(changeEntry(ctx, 'reveal_policy_expire', change));
      return;
    }
    await writePolicy(tx, companyId, change.wanted, change.requestedBy);
    await tx.publish(policyEntry(ctx, companyId, change.wanted, change));
  });
}

async function holdsRight(
  { identity }: Pick<SettleDeps, 'identity'>,
  ctx: Ctx,
  companyId: number,
  userId: number,
): Promise<boolean> {
  const question = { userId, clientId: undefined, companyId };
  return (await identity.checkAuthority(ctx, { ...question, permission: 'company:manage' })).holds;
}
