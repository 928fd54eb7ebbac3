import type { UserCaller } from '@pii-vault/platform/core/context/caller';
import type { Ctx } from '@pii-vault/platform/core/context/ctx';
import { notFound } from '@pii-vault/platform/core/errors/not-found';
import { auditMessage } from '@pii-vault/platform/domain/audit-entry';
import type { Database } from '@pii-vault/platform/postgres/database';
import { unauthenticated } from '@pii-vault/platform/rpc/tokens/verify-jwt';
import type { CompanyDirectory } from '../accounts/companies/company-directory.ts';
import { findHolder, type Holder } from '../accounts/roles/role-store.ts';
import { findSecretEnd } from '../credentials/api-credential-store.ts';
import { tokenFromToken } from '../errors.ts';
import type { StartToken, TokenGrant } from './start-token.ts';

export interface GrantTokenDeps {
  readonly db: Database;
  readonly startToken: StartToken;
  readonly companies: Pick<CompanyDirectory, 'exists'>;
}

export interface Grant {
  readonly kind: 'api_token' | 'demo_token';
  readonly lifeMs: number;
  readonly companyId: number;
  readonly role: string;
  readonly permissions: readonly string[];
}

/**
 * A token cannot create tokens: a token that ends with its parent must have a session or client as parent. @throws
 * AppError TOKEN_FROM_TOKEN
 */
export function originalCaller(ctx: Ctx): UserCaller {
  if (ctx.caller.kind !== 'user' || ctx.caller.actorUserId !== undefined) throw tokenFromToken();
  return ctx.caller;
}

/** @throws AppError NOT_FOUND */
export async function ownHolder({ db }: Pick<GrantTokenDeps, 'db'>, userId: number): Promise<Holder> {
  const holder = await db.system((tx) => findHolder(tx, userId));
  if (holder === undefined) throw notFound();
  return holder;
}

/** @throws AppError UNAUTHENTICATED when the secret that was used is no longer accepted */
async function parentOf(
  { db }: Pick<GrantTokenDeps, 'db'>,
  { sessionId, clientId, clientSecretChange: secretChange }: UserCaller,
): Promise<Pick<TokenGrant, 'parent' | 'notAfter'>> {
  if (clientId === undefined) return { parent: { sessionId }, notAfter: undefined };
  if (secretChange === undefined) throw unauthenticated();
  const end = await db.system((tx) => findSecretEnd(tx, clientId, secretChange));
  if (end === undefined) throw unauthenticated();
  return { parent: { clientId, secretChange }, notAfter: end ?? undefined };
}

/** Starts the session of a token and records it in the trail. @throws AppError NOT_FOUND, TOKEN_FROM_TOKEN */
export async function grantToken(
  deps: GrantTokenDeps,
  ctx: Ctx,
  holder: Holder,
  grant: Grant,
): Promise<string> {
  const caller = originalCaller(ctx);
  // A super_admin may name an unknown company id.
  if (caller.isSuperAdmin && !(await deps.companies.exists(ctx, grant.companyId))) throw notFound();
  const started = await deps.startToken.prepare(ctx, holder.id, {
    ...grant,
    ...(await parentOf(deps, caller)),
    actorUserId: caller.userId,
    clientMadeBy: caller.clientMadeBy,
  });
  await deps.db.system(async (tx) => {
    await deps.startToken.store(tx, started);
    const objectIds = { userId: String(holder.id), sessionId: started.session.id, role: grant.role };
    const facts = { action: 'token_create', companyId: grant.companyId, objectIds } as const;
    await tx.publish(auditMessage('identity', ctx, facts));
  });
  return started.token;
}
