import type { Permission } from '@pii-vault/contract/permissions';
import type { Ctx } from '@pii-vault/platform/core/context/ctx';
import { hasPermissionAnywhere } from '@pii-vault/platform/core/context/permissions';
import { AppError, type GrpcCodeName } from '@pii-vault/platform/core/errors/app-error';

const away: ReadonlySet<GrpcCodeName> = new Set(['UNAVAILABLE', 'DEADLINE_EXCEEDED', 'UNIMPLEMENTED']);

/**
 * A supplementary response, or `instead` without permission. Then no RPC is made, because the service would audit a
 * refusal that the caller did not cause.
 */
export async function ifPermitted<T>(
  ctx: Ctx,
  permission: Permission,
  ask: () => Promise<T>,
  instead: T,
): Promise<T> {
  return hasPermissionAnywhere(ctx.caller, permission) ? ask() : instead;
}

/** Returns `instead` while the service is unavailable, so that the response has "unknown" and no wrong figure. */
export async function fallbackIfUnavailable<T>(answer: Promise<T>, instead: T): Promise<T> {
  try {
    return await answer;
  } catch (thrown) {
    if (away.has(AppError.from(thrown).code)) return instead;
    throw thrown;
  }
}
