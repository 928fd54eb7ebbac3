import type { Ctx } from '@pii-vault/platform/core/context/ctx';
import { AUTOMATE_ERASURE } from '@pii-vault/platform/core/context/fresh-proof';
import { hasPermissionAnywhere, missingPermission } from '@pii-vault/platform/core/context/permissions';
import { isOwnSession } from '@pii-vault/platform/core/context/second-person';
import { AppError } from '@pii-vault/platform/core/errors/app-error';
import { notFound } from '@pii-vault/platform/core/errors/not-found';
import type { AuditAction } from '@pii-vault/platform/domain/audit-actions';
import { auditMessage } from '@pii-vault/platform/domain/audit-entry';
import type { Tx } from '@pii-vault/platform/postgres/database';
import { once } from '@pii-vault/platform/postgres/idempotency/once';
import { scopeWith } from '@pii-vault/platform/postgres/scope-with';
import { noteCredential } from '../accounts/changes/account-changes.ts';
import { type ManagedUserDeps, managedUser } from '../accounts/managed-user.ts';
import { findUser } from '../accounts/user-store.ts';
import { credentialsExist, invalid, morePower } from '../errors.ts';
import type { NotifyOwner } from '../protection/notices/notify-owner.ts';
import { newClientId, newSecret } from './api-credential.ts';
import {
  deleteCredential,
  findStatus,
  insertCredential,
  replaceSecret,
  type SecretChange,
} from './api-credential-store.ts';

export interface ShownCredential {
  readonly clientId: string;
  /** Shown once. */
  readonly secret: string;
}

export type RotateOptions = Omit<SecretChange, 'madeBy'>;

export interface ChangeCredentialsDeps extends ManagedUserDeps {
  readonly notify: NotifyOwner;
}

/** The former secret of a rotation is valid for at most this long. */
const MAX_OVERLAP_HOURS = 24;

/**
 * Creates a credential, once per Idempotency-Key; the owner is mailed.
 * @throws AppError NOT_FOUND, MORE_POWER, CREDENTIALS_EXIST, ALREADY_COMPLETED
 */
export function generateCredentials(deps: ChangeCredentialsDeps) {
  const admit = managedUser(deps);
  return async (ctx: Ctx, userId: number, mayErase: boolean): Promise<ShownCredential> => {
    await admit(ctx, userId);
    requireErasure(ctx, mayErase);
    const clientId = newClientId();
    const made = newSecret();
    const facts = { action: 'credentials_generate', options: { mayErase: String(mayErase) } } as const;
    await change(deps, ctx, userId, facts, async (tx) => {
      const madeBy = makerOf(ctx);
      await insertCredential(tx, userId, clientId, made, { madeBy, mayErase });
      await noteCredential(tx, ctx, userId, madeBy);
      return clientId;
    }).catch(alreadyThere);
    deps.notify(ctx, userId, { kind: 'credentials_generated', clientId });
    return { clientId, secret: made.secret };
  };
}

/**
 * Replaces the secret, and once per Idempotency-Key: a repetition must not void the secret that was shown. The former
 * secret ends at once, or after the overlap. The owner is mailed.
 * @throws AppError NOT_FOUND (also when there is none), MORE_POWER, ALREADY_COMPLETED, INVALID_OVERLAP
 */
export function rotateCredentials(deps: ChangeCredentialsDeps) {
  const admit = managedUser(deps);
  return async (ctx: Ctx, userId: number, options: RotateOptions): Promise<ShownCredential> => {
    const { overlapHours, mayErase } = options;
    if (!Number.isInteger(overlapHours) || overlapHours < 0 || overlapHours > MAX_OVERLAP_HOURS)
      throw invalid('INVALID_OVERLAP', [
        { path: 'overlapHours', message: `is 0 to ${MAX_OVERLAP_HOURS} hours` },
      ]);
    await admit(ctx, userId);
    const made = newSecret();
    const facts = {
      action: 'credentials_rotate',
      options: {
        overlapHours: String(overlapHours),
        ...(mayErase === undefined ? {} : { mayErase: String(mayErase) }),
      },
    } as const;
    const clientId = await change(deps, ctx, userId, facts, async (tx) => {
      const madeBy = makerOf(ctx);
      requireErasure(ctx, mayErase ?? (await findStatus(tx, userId))?.mayErase === true);
      await noteCredential(tx, ctx, userId, madeBy);
      return await replaceSecret(tx, userId, made, { ...options, madeBy });
    });
    deps.notify(ctx, userId, { kind: 'credentials_rotated', clientId });
    return { clientId, secret: made.secret };
  };
}

/** Revoking needs no matching power. @throws AppError NOT_FOUND, also when there is none */
export function revokeCredentials(deps: ManagedUserDeps) {
  return async (ctx: Ctx, userId: number): Promise<void> => {
    const facts = { action: 'credentials_revoke', options: {} } as const;
    await change(deps, ctx, userId, facts, (tx) => deleteCredential(tx, userId));
  };
}

/** A program receives no secret that may erase unless it may erase itself. @throws AppError MORE_POWER */
function requireErasure({ caller }: Ctx, mayErase: boolean): void {
  if (!mayErase || caller.kind !== 'user' || isOwnSession(caller)) return;
  if (!hasPermissionAnywhere(caller, AUTOMATE_ERASURE)) throw morePower();
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
  { action, options }: { readonly action: AuditAction; readonly options: Readonly<Record<string, string>> },
  write: (tx: Tx) => Promise<string | undefined>,
): Promise<string> {
  const scope = scopeWith(ctx.caller, 'users:manage');
  return db.tenant(scope, async (tx) => {
    const writeAndTell = async () => {
      const user = await findUser(tx, userId);
      const clientId = user === undefined ? undefined : await write(tx);
      if (clientId === undefined) throw notFound();
      const objectIds = { userId: String(userId), clientId, ...options };
      const companyId = user?.companyId ?? undefined;
      await tx.publish(auditMessage('identity', ctx, { action, companyId, objectIds }));
      return { id: userId, clientId };
    };
    if (action === 'credentials_revoke') return (await writeAndTell()).clientId;
    // Written to a company that the caller may read: the user may have a company that the caller has not.
    const companyId = scope === 'all' ? 0 : (scope.companies[0] ?? 0);
    const call = {
      companyId,
      route: action,
      parts: [String(userId), ...Object.values(options)],
      showsSecretOnce: true,
    };
    return (await once(tx, ctx, call, writeAndTell, async () => undefined)).clientId;
  });
}

function alreadyThere(error: unknown): never {
  const known = AppError.from(error);
  throw known.code === 'ALREADY_EXISTS' && known.reason === 'CONFLICT' ? credentialsExist(known) : known;
}
