import type { Ctx } from '../core/context/ctx.ts';
import type { Scope } from '../postgres/database.ts';

/** Rows of `companies`; for a super_admin over many companies the policy of that role. */
export function readingScope(ctx: Ctx, companies: readonly number[]): Scope {
  const isWide = ctx.caller.kind === 'user' && ctx.caller.isSuperAdmin && companies.length > 1;
  return isWide ? 'all' : { companies };
}
