import type { Permission } from '@pii-vault/contract/permissions';
import type { Ctx } from '@pii-vault/platform/context/ctx';
import { hasPermissionAnywhere } from '@pii-vault/platform/context/permissions';
import { AppError, type GrpcCodeName } from '@pii-vault/platform/errors/app-error';

const away: ReadonlySet<GrpcCodeName> = new Set(['UNAVAILABLE', 'DEADLINE_EXCEEDED', 'UNIMPLEMENTED']);

/**
 * An answer that only adorns another one: `instead` when the caller may not have it. It is not asked for
 * then, as the service would write a refusal to the trail that nobody provoked.
 */
export async function ifHeld<T>(
  ctx: Ctx,
  permission: Permission,
  ask: () => Promise<T>,
  instead: T,
): Promise<T> {
  return hasPermissionAnywhere(ctx.caller, permission) ? ask() : instead;
}

/** `instead` while the service is away: the answer says "unknown" then, not a wrong figure. */
export async function unlessAway<T>(answer: Promise<T>, instead: T): Promise<T> {
  try {
    return await answer;
  } catch (thrown) {
    if (away.has(AppError.from(thrown).code)) return instead;
    throw thrown;
  }
}
