import { auditMessage } from '@pii-vault/platform/audit/audit-entry';
import type { UserCaller } from '@pii-vault/platform/context/caller';
import type { Ctx } from '@pii-vault/platform/context/ctx';
import { hasPermission, permissionDenied } from '@pii-vault/platform/context/permissions';
import type { Database } from '@pii-vault/platform/db/database';
import { notFound } from '@pii-vault/platform/errors/not-found';
import type { CompanyDirectory } from '../companies/company-directory.ts';
import { invalid, morePower, passwordNeeded, tokenFromToken } from '../errors.ts';
import type { VerifyOwnPassword } from '../passwords/verify-own-password.ts';
import { permissionsOf } from '../roles/effective-permissions.ts';
import { isRole } from '../roles/role.ts';
import { findHolder, type Holder, permissionRows } from '../roles/role-store.ts';
import { type ManagedUserDeps, managedUser } from '../users/managed-user.ts';
import { API_TOKEN_LIFE_MS, DEMO_TOKEN_LIFE_MS, HARMLESS } from './delegation.ts';
import { findSession } from './session-store.ts';
import type { StartToken } from './start-token.ts';

export interface CreateTokenDeps extends ManagedUserDeps {
  readonly db: Database;
  readonly startToken: StartToken;
  readonly verifyOwnPassword: VerifyOwnPassword;
  readonly companies: Pick<CompanyDirectory, 'exists'>;
  readonly now: () => number;
}

export interface CreateTokenInput {
  readonly companyId: number;
  readonly userId: number;
  readonly role: string;
  /** The caller's own; needed for what is worth asking again. */
  readonly password: string;
}

/** A password typed this recently need not be typed again. */
const FRESH_MS = 5 * 60_000;

/**
 * A token for one company with the permissions of a role, at most the caller's own; it dies with the session or API
 * client that made it.
 * @throws AppError NOT_FOUND, MORE_POWER, INVALID_ROLE, PASSWORD_NEEDED, WRONG_PASSWORD, TOKEN_FROM_TOKEN
 */
export function createApiToken(deps: CreateTokenDeps) {
  const admit = managedUser(deps);
  return async (ctx: Ctx, input: CreateTokenInput): Promise<string> => {
    const caller = originalCaller(ctx);
    const { companyId, userId, role } = input;
    if (!isRole(role)) throw invalid('INVALID_ROLE', [{ path: 'role', message: 'Role is required' }]);
    const rows = await deps.db.system((tx) => permissionRows(tx, [role]));
    const permissions = permissionsOf(role, companyId, rows);
    if (!permissions.every((name) => hasPermission(caller, name, companyId))) throw morePower();
    const holder = userId === caller.userId ? await ownHolder(deps, userId) : await admit(ctx, userId);
    const isWorthAsking = userId !== caller.userId || permissions.includes('pii:reveal');
    if (isWorthAsking) await proveAgain(deps, ctx, caller, input.password);
    return start(deps, ctx, holder, {
      kind: 'api_token',
      lifeMs: API_TOKEN_LIFE_MS,
      companyId,
      role,
      permissions,
    });
  };
}

/** A token for trying out the API: the caller's own role in the company without reveals and writes. @throws AppError NOT_FOUND */
export function createDemoToken(deps: CreateTokenDeps & { readonly isTestDatabase: boolean }) {
  return async (ctx: Ctx, companyId: number): Promise<string> => {
    const caller = originalCaller(ctx);
    const held = caller.isSuperAdmin ? caller.everywhere : caller.companies.get(companyId);
    if (held === undefined || held.size === 0) throw permissionDenied('pii:read');
    const holder = await ownHolder(deps, caller.userId);
    const role = holder.companyRoles.find((own) => own.companyId === companyId)?.role ?? holder.role;
    const allowed = deps.isTestDatabase ? [...held] : HARMLESS.filter((name) => held.has(name));
    const permissions = allowed.sort();
    return start(deps, ctx, holder, {
      kind: 'demo_token',
      lifeMs: DEMO_TOKEN_LIFE_MS,
      companyId,
      role,
      permissions,
    });
  };
}

/** A token may not make further ones: what dies with its parent must have one. */
function originalCaller(ctx: Ctx): UserCaller {
  if (ctx.caller.kind !== 'user' || ctx.caller.actorUserId !== undefined) throw tokenFromToken();
  return ctx.caller;
}

async function ownHolder({ db }: Pick<CreateTokenDeps, 'db'>, userId: number): Promise<Holder> {
  const holder = await db.system((tx) => findHolder(tx, userId));
  if (holder === undefined) throw notFound();
  return holder;
}

// An API client shows its secret with each request: that is proof enough.
async function proveAgain(
  deps: CreateTokenDeps,
  ctx: Ctx,
  caller: UserCaller,
  password: string,
): Promise<void> {
  if (caller.clientId !== undefined) return;
  if (password !== '') return deps.verifyOwnPassword(ctx, caller.userId, password);
  const session = await deps.db.system((tx) => findSession(tx, caller.sessionId));
  const age = deps.now() - (session?.createdAt.getTime() ?? 0);
  if (age > FRESH_MS) throw passwordNeeded();
}

interface Grant {
  readonly kind: 'api_token' | 'demo_token';
  readonly lifeMs: number;
  readonly companyId: number;
  readonly role: string;
  readonly permissions: readonly string[];
}

async function start(deps: CreateTokenDeps, ctx: Ctx, holder: Holder, grant: Grant): Promise<string> {
  const caller = originalCaller(ctx);
  // A super_admin may name any number.
  if (caller.isSuperAdmin && !(await deps.companies.exists(ctx, grant.companyId))) throw notFound();
  const started = await deps.startToken.prepare(ctx, holder.id, {
    ...grant,
    actorUserId: caller.userId,
    parent: caller.clientId === undefined ? { sessionId: caller.sessionId } : { clientId: caller.clientId },
  });
  await deps.db.system(async (tx) => {
    await deps.startToken.store(tx, started);
    const objectIds = { userId: String(holder.id), sessionId: started.session.id, role: grant.role };
    const facts = { action: 'token_create', companyId: grant.companyId, objectIds } as const;
    await tx.publish(auditMessage('identity', ctx, facts));
  });
  return started.token;
}
