import { caller, evenLacking, services } from '@pii-vault/platform/rpc/allow';
import { type RpcService, serve } from '@pii-vault/platform/rpc/serve';
import { PasswordsService } from '@pii-vault/proto/identity/v1/passwords';
import { type ChangePasswordDeps, changePassword } from './change-password.ts';
import { type ForgotPasswordDeps, forgotPassword } from './forgot-password.ts';
import { linkDigest, maskedEmail } from './password-link.ts';
import { findLinkOwner } from './password-link-store.ts';
import { type ResetPasswordDeps, resetPassword } from './reset-password.ts';

const LINK_SENT = "If an account with that email exists, we've sent you a password reset link.";
const LINK_INVALID = 'Invalid or expired reset token.';
const CHANGED = 'Password changed successfully';

export function passwordRpcs(deps: ForgotPasswordDeps & ResetPasswordDeps & ChangePasswordDeps): RpcService {
  const forget = forgotPassword(deps);
  const reset = resetPassword(deps);
  const change = changePassword(deps);
  const allow = services<unknown>(['gateway']);
  return serve(PasswordsService, {
    forgotPassword: {
      allow,
      handle: async (ctx, req) => {
        await forget(ctx, req.email);
        return { message: LINK_SENT };
      },
    },
    validateResetToken: {
      allow,
      handle: async (_ctx, req) => {
        const owner = await deps.db.system((tx) => findLinkOwner(tx, linkDigest(req.token)));
        return owner === undefined
          ? { valid: false, error: LINK_INVALID }
          : { valid: true, email: maskedEmail(owner.email) };
      },
    },
    resetPassword: {
      allow,
      handle: async (ctx, req) => {
        await reset(ctx, req);
        return {};
      },
    },
    changePassword: {
      allow: evenLacking(['new_password'], caller()),
      handle: async (ctx, req) => {
        await change(ctx, req);
        return { message: CHANGED };
      },
    },
  });
}
