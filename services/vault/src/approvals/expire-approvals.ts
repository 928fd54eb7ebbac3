import { auditMessage } from '@pii-vault/platform/audit/audit-entry';
import type { Database } from '@pii-vault/platform/db/database';
import type { ModuleKit } from '@pii-vault/platform/module/module';
import { expireApprovals } from './approvals-store.ts';

/** Enters that requests and approvals lapsed. They are refused from their end on, whether or not this has run. */
export function expireApprovalsJob(
  db: Pick<Database, 'system'>,
  self: ModuleKit['self'],
): () => Promise<void> {
  return () =>
    db.system(async (tx) => {
      for (const { id, companyId, purpose } of await expireApprovals(tx))
        await tx.publish(
          auditMessage('vault', self({ company: companyId }), {
            action: 'approval_expire',
            companyId,
            purpose,
            objectIds: { approvalId: String(id) },
          }),
        );
    });
}
