import type { Ctx } from '@pii-vault/platform/core/context/ctx';
import { missingPermission } from '@pii-vault/platform/core/context/permissions';
import { permissionDenied } from '@pii-vault/platform/core/errors/app-error';
import { type Decidable, whyNotDecide } from './approval.ts';

/** @throws AppError PERMISSION_DENIED OWN_SESSION_REQUIRED, OWN_REQUEST */
export function requireDecider(ctx: Ctx, request: Decidable): void {
  const obstacle = whyNotDecide(ctx.caller, request);
  if (obstacle === 'PERMISSION') throw missingPermission('pii:reveal');
  if (obstacle === 'SESSION')
    throw permissionDenied(
      'OWN_SESSION_REQUIRED',
      'API credentials and delegated tokens may not decide: sign in with your password and repeat the request',
    );
  if (obstacle === 'OWN')
    throw permissionDenied('OWN_REQUEST', 'You requested this yourself; another person must decide');
}
