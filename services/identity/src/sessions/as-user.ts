import type { Ctx } from '@pii-vault/platform/core/context/ctx';

/**
 * The context of a request in which a user has authenticated, so that the trail names the user and not the gateway. It
 * has no permissions: those stay with the caller.
 */
export function asUser(ctx: Ctx, userId: number, sessionId: string): Ctx {
  const caller = {
    kind: 'user',
    userId,
    sessionId,
    clientId: undefined,
    actorUserId: undefined,
    isSuperAdmin: false,
    everywhere: new Set<string>(),
    companies: new Map<number, ReadonlySet<string>>(),
  } as const;
  return { ...ctx, caller, signal: ctx.signal };
}
