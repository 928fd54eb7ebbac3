import type { KeysOf } from '@pii-vault/contract/routes';
import type { Clients } from '../clients.ts';
import type { Handlers } from '../edge/handler.ts';

const SENT = "If an account with that email exists, we've sent you a password reset link.";
const INVALID = 'Invalid or expired reset token.';

export function passwordsHandlers({ passwords }: Pick<Clients, 'passwords'>): Handlers<KeysOf<'passwords'>> {
  return {
    'POST /auth/forgot-password': async ({ ctx, body }) => {
      await passwords.forgotPassword(ctx, body);
      return { body: { success: true, message: SENT } };
    },
    'GET /auth/validate-reset-token/{token}': async ({ ctx, params }) => {
      const { valid, maskedEmail } = await passwords.validateResetToken(ctx, params);
      return { body: valid ? { valid, email: maskedEmail } : { valid, error: INVALID } };
    },
    'POST /auth/change-password': async ({ ctx, body }) => {
      await passwords.changePassword(ctx, body);
      return { body: { success: true, message: 'Password changed successfully' } };
    },
  };
}
