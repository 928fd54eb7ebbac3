import type { Ctx } from '@pii-vault/platform/core/context/ctx';
import { auditMessage } from '@pii-vault/platform/domain/audit-entry';
import type { Tx } from '@pii-vault/platform/postgres/database';
import { findUser } from '../accounts/user-store.ts';
import { deleteCredential } from './api-credential-store.ts';

/** Deletes a user's API credential, if there is one. The entry in the trail lets a restored vault delete it again. */
export async function endCredential(tx: Tx, ctx: Ctx, userId: number): Promise<void> {
  const clientId = await deleteCredential(tx, userId);
  if (clientId === undefined) return;
  const companyId = (await findUser(tx, userId))?.companyId ?? undefined;
  const objectIds = { userId: String(userId), clientId };
  await tx.publish(auditMessage('identity', ctx, { action: 'credentials_revoke', companyId, objectIds }));
}
