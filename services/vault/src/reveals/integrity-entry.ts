import type { Ctx } from '@pii-vault/platform/core/context/ctx';
import { auditMessage } from '@pii-vault/platform/domain/audit-entry';
import type { Database } from '@pii-vault/platform/postgres/database';
import { IntegrityError } from '../envelope/integrity-error.ts';

/** Does `work` on one person's values; an integrity error is written to the trail before it is thrown. */
export async function withIntegrityEntry<T>(
  db: Pick<Database, 'tenant'>,
  ctx: Ctx,
  person: { readonly companyId: number; readonly individualId: number },
  work: () => Promise<T>,
): Promise<T> {
  try {
    return await work();
  } catch (error) {
    if (error instanceof IntegrityError) {
      const { companyId, individualId } = person;
      const message = auditMessage('vault', ctx, { action: 'integrity_error', companyId, individualId });
      await db.tenant({ companies: [companyId] }, (tx) => tx.publish(message));
    }
    throw error;
  }
}
