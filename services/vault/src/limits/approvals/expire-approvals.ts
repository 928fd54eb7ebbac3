import type { Ctx } from '@pii-vault/platform/core/context/ctx';
import { auditMessage } from '@pii-vault/platform/domain/audit-entry';
import type { Database } from '@pii-vault/platform/postgres/database';
import type { OutboxMessage } from '@pii-vault/platform/postgres/outbox-message';
import type { ModuleKit } from '@pii-vault/platform/runtime/module/module';
import { expireApprovals } from './approvals-store.ts';

/**
 * Records lapsed requests and approvals in the trail. They are refused from their end on, even before this job has run.
 */
export function expireApprovalsJob(
  db: Pick<Database, 'system'>,
  self: ModuleKit['self'],
): () => Promise<void> {
  return () =>
    db.system(async (tx) => {
      for (const one of await expireApprovals(tx))
        await tx.publish(expiryEntry(self({ company: one.companyId }), one));
    });
}

interface Lapsed {
  readonly id: number;
  readonly companyId: number;
  readonly purpose: string;
}

export const expiryEntry = (ctx: Ctx, { id, companyId, purpose }: Lapsed): OutboxMessage =>
  auditMessage('vault', ctx, {
    action: 'approval_expire',
    companyId,
    purpose,
    objectIds: { approvalId: String(id) },
  });
