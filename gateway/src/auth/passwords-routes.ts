import type { KeysOf } from '@pii-vault/contract/routes';
import type { Clients } from '../clients.ts';
import { externalCredential } from '../edge/authenticate.ts';
import type { CookieNames } from '../edge/cookies.ts';
import type { Handlers } from '../edge/handler.ts';
import type { InternalTokens } from '../edge/internal-tokens.ts';

const SENT = "If an account with that email exists, we've sent you a password reset link.";
const INVALID = 'Invalid or expired reset token.';

interface Deps extends Pick<Clients, 'passwords'> {
  readonly tokens: InternalTokens;
  readonly cookies: CookieNames;
}

export function passwordsHandlers({ passwords, tokens, cookies }: Deps): Handlers<KeysOf<'passwords'>> {
  return {
    'POST /auth/forgot-password': async ({ ctx, body }) => {
      await passwords.forgotPassword(ctx, body);
      return { body: { success: true, message: SENT } };
    },
    'GET /auth/validate-reset-token/{token}': async ({ ctx, params }) => {
      const { valid, maskedEmail } = await passwords.validateResetToken(ctx, params);
      return { body: valid ? { valid, email: maskedEmail } : { valid, error: INVALID } };
    },
    'POST /auth/change-password': async ({ ctx, body, request }) => {
      await passwords.changePassword(ctx, body);
      // The cached token is restricted if the former password was temporary.
      tokens.drop(externalCredential(request, cookies.context));
      return { body: { success: true, message: 'Password changed successfully' } };
    },
  };
}
