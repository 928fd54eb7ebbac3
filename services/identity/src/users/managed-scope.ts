import type { Ctx } from '@pii-vault/platform/context/ctx';
import { companiesWith } from '@pii-vault/platform/context/permissions';
import type { Scope } from '@pii-vault/platform/db/database';

/** The companies whose users the caller may manage. */
export function managedScope(ctx: Ctx): Scope {
  const companies = companiesWith(ctx.caller, 'users:manage');
  return companies === 'all' ? 'all' : { companies };
}
