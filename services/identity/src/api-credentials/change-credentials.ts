import type { Ctx } from '@pii-vault/platform/core/context/ctx';
import { missingPermission } from '@pii-vault/platform/core/context/permissions';
import { AppError } from '@pii-vault/platform/core/errors/app-error';
import { notFound } from '@pii-vault/platform/core/errors/not-found';
import type { AuditAction } from '@pii-vault/platform/domain/audit-actions';
import { auditMessage } from '@pii-vault/platform/domain/audit-entry';
import type { Tx } from '@pii-vault/platform/postgres/database';
import { once } from '@pii-vault/platform/postgres/idempotency/once';
import { scopeWith } from '@pii-vault/platform/postgres/scope-with';
import { credentialsExist } from '../errors.ts';
import type { NotifyOwner } from '../notices/notify-owner.ts';
import { type ManagedUserDeps, managedUser } from '../users/managed-user.ts';
import { findUser } from '../users/user-store.ts';
import { newClientId, newSecret } from './api-credential.ts';
import { deleteCredential, insertCredential, replaceSecret } from './api-credential-store.ts';

export interface ShownCredential {
  readonly clientId: string;
  /** Shown once. */
  readonly secret: string;
}

export interface ChangeCredentialsDeps extends ManagedUserDeps {
  readonly notify: NotifyOwner;
}

/**
 * Creates a credential, once per Idempotency-Key; the owner is mailed.
 * @throws AppError NOT_FOUND, MORE_POWER, CREDENTIALS_EXIST, ALREADY_COMPLETED
 */
export function generateCredentials(deps: ChangeCredentialsDeps) {
  const admit = managedUser(deps);
  return async (ctx: Ctx, userId: number): Promise<ShownCredential> => {
    await admit(ctx, userId);
    const clientId = newClientId();
    const made = newSecret();
    await change(deps, ctx, userId, 'credentials_generate', async (tx) => {
      await insertCredential(tx, userId, clientId, made, makerOf(ctx));
      return clientId;
    }).catch(alreadyThere);
    deps.notify(ctx, userId, { kind: 'credentials_generated', clientId });
    return { clientId, secret: made.secret };
  };
}

/**
 * Replaces the secret at once, and once per Idempotency-Key: a repetition must not void the secret that was shown. The
 * owner is mailed.
 * @throws AppError NOT_FOUND (also when there is none), MORE_POWER, ALREADY_COMPLETED
 */
export function rotateCredentials(deps: ChangeCredentialsDeps) {
  const admit = managedUser(deps);
  return async (ctx: Ctx, userId: number): Promise<ShownCredential> => {
    await admit(ctx, userId);
    const made = newSecret();
    const clientId = await change(deps, ctx, userId, 'credentials_rotate', (tx) =>
      replaceSecret(tx, userId, made, makerOf(ctx)),
    );
    deps.notify(ctx, userId, { kind: 'credentials_rotated', clientId });
    return { clientId, secret: made.secret };
  };
}

/** Revoking needs no matching power. @throws AppError NOT_FOUND, also when there is none */
export function revokeCredentials(deps: ManagedUserDeps) {
  return async (ctx: Ctx, userId: number): Promise<void> => {
    await change(deps, ctx, userId, 'credentials_revoke', (tx) => deleteCredential(tx, userId));
  };
}

/** The acting user; permission checks admit only users here. @throws AppError PERMISSION_DENIED */
function makerOf({ caller }: Ctx): number {
  if (caller.kind !== 'user') throw missingPermission('users:manage');
  return caller.actorUserId ?? caller.userId;
}

function change(
  { db }: ManagedUserDeps,
  ctx: Ctx,
  userId: number,
  action: AuditAction,
  write: (tx: Tx) => Promise<string | undefined>,
): Promise<string> {
  const scope = scopeWith(ctx.caller, 'users:manage');
  return db.tenant(scope, async (tx) => {
    const writeAndTell = async () => {
      const user = await findUser(tx, userId);
      const clientId = user === undefined ? undefined : await write(tx);
      if (clientId === undefined) throw notFound();
      const objectIds = { userId: String(userId), clientId };
      const companyId = user?.companyId ?? undefined;
      await tx.publish(auditMessage('identity', ctx, { action, companyId, objectIds }));
      return { id: userId, clientId };
    };
    if (action === 'credentials_revoke') return (await writeAndTell()).clientId;
    // Written to a company that the caller may read: the user may have a company that the caller has not.
    const companyId = scope === 'all' ? 0 : (scope.companies[0] ?? 0);
    const call = { companyId, route: action, parts: [String(userId)], showsSecretOnce: true };
    return (await once(tx, ctx, call, writeAndTell, async () => undefined)).clientId;
  });
}

function alreadyThere(error: unknown): never {
  const known = AppError.from(error);
  throw known.code === 'ALREADY_EXISTS' && known.reason === 'CONFLICT' ? credentialsExist(known) : known;
}
