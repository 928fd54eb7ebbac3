import { type Ctx, forwarded } from '../core/context/ctx.ts';

/** A context for code that only forwards it. It has no valid token. */
export function testCtx(companyId: number | null): Ctx {
  return {
    requestId: 'test',
    deadlineAt: Date.now() + 60_000,
    caller: { kind: 'service', service: 'lineage', company: companyId ?? 'system' },
    ipAddress: '',
    userAgent: '',
    idempotencyKey: undefined,
    credential: forwarded(''),
    signal: new AbortController().signal,
  };
}
