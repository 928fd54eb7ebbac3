import type { Ctx } from '@pii-vault/platform/core/context/ctx';
import { permissionDenied } from '@pii-vault/platform/core/context/permissions';
import { AppError } from '@pii-vault/platform/core/errors/app-error';
import { type Decidable, whyNotDecide } from './approval.ts';

/** @throws AppError PERMISSION_DENIED OWN_SESSION_REQUIRED, OWN_REQUEST */
export function requireDecider(ctx: Ctx, request: Decidable): void {
  const obstacle = whyNotDecide(ctx.caller, request);
  if (obstacle === 'PERMISSION') throw permissionDenied('pii:reveal');
  if (obstacle === 'SESSION')
    throw new AppError(
      'PERMISSION_DENIED',
      'OWN_SESSION_REQUIRED',
      'API credentials and delegated tokens may not decide: sign in with your password and repeat the request',
    );
  if (obstacle === 'OWN')
    throw new AppError(
      'PERMISSION_DENIED',
      'OWN_REQUEST',
      'You requested this yourself; another person must decide',
    );
}
