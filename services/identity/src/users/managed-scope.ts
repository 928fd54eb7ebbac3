import type { Ctx } from '@pii-vault/platform/context/ctx';
import type { Scope } from '@pii-vault/platform/db/database';
import { scopeWith } from '@pii-vault/platform/db/scope-with';

/** The companies whose users the caller may manage. */
export function managedScope(ctx: Ctx): Scope {
  return scopeWith(ctx.caller, 'users:manage');
}
