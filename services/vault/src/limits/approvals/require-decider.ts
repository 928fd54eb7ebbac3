import type { Ctx } from '@pii-vault/platform/core/context/ctx';
import { missingPermission } from '@pii-vault/platform/core/context/permissions';
import { permissionDenied } from '@pii-vault/platform/core/errors/app-error';
import { type Decidable, whyNotDecide } from './approval.ts';
import { type DependentAccounts, isDependent } from './dependent-accounts.ts';

/**
 * Call it outside a transaction: it asks identity.
 * @throws AppError PERMISSION_DENIED OWN_SESSION_REQUIRED, OWN_REQUEST, DEPENDENT_ACCOUNT; UNAVAILABLE where identity
 * does not answer
 */
export async function requireDecider(
  ctx: Ctx,
  request: Decidable,
  dependentAccounts: DependentAccounts,
): Promise<void> {
  const obstacle = whyNotDecide(ctx.caller, request);
  if (obstacle === 'PERMISSION') throw missingPermission('pii:reveal');
  if (obstacle === 'SESSION')
    throw permissionDenied(
      'OWN_SESSION_REQUIRED',
      'API credentials and delegated tokens may not decide: sign in with your password and repeat the request',
    );
  if (obstacle === 'OWN')
    throw permissionDenied('OWN_REQUEST', 'You requested this yourself; another person must decide');
  if (isDependent(request, await dependentAccounts(ctx, [request])))
    throw permissionDenied(
      'DEPENDENT_ACCOUNT',
      'Your account and the one that requested this are not independent: within the last seven days one of them, or a ' +
        'third account, created the other or changed its password, second factors, address, role or status. Another ' +
        'person must decide',
    );
}
