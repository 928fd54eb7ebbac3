import type { Ctx } from '@pii-vault/platform/core/context/ctx';

/** A user with all permissions in the given companies, for use cases that a test calls without RPC. */
export function userCtx(companies: readonly number[], permissions: readonly string[] = ALL): Ctx {
  return {
    requestId: 'test-request',
    deadlineAt: Date.now() + 60_000,
    caller: {
      kind: 'user',
      userId: 11,
      sessionId: 'session',
      clientId: undefined,
      actorUserId: undefined,
      isSuperAdmin: false,
      everywhere: new Set(),
      companies: new Map(companies.map((id) => [id, new Set(permissions)])),
    },
    ipAddress: '203.0.113.9',
    userAgent: 'test',
    idempotencyKey: undefined,
    credential: { tokenFor: () => Promise.resolve('') },
    signal: new AbortController().signal,
  };
}

const ALL = ['pii:read', 'pii:reveal', 'pii:write', 'pii:erase'];
