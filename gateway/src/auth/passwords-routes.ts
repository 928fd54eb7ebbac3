import type { KeysOf } from '@pii-vault/contract/routes';
import { successSchema } from '@pii-vault/contract/scalars';
import type { Clients } from '../clients.ts';
import { externalCredential } from '../edge/authenticate.ts';
import type { CookieNames } from '../edge/cookies.ts';
import type { Handlers } from '../edge/handler.ts';
import type { InternalTokens } from '../edge/internal-tokens.ts';
import { jsonOf } from '../passed/json-of.ts';

interface Deps extends Pick<Clients, 'passwords'> {
  readonly tokens: InternalTokens;
  readonly cookies: CookieNames;
}

const toChanged = jsonOf(successSchema);

export function passwordsHandlers({ passwords, tokens, cookies }: Deps): Handlers<KeysOf<'passwords'>> {
  return {
    'POST /auth/change-password': async ({ ctx, body, request }) => {
      const changed = await passwords.changePassword(ctx, body);
      // The cached token is restricted if the former password was temporary.
      tokens.drop(externalCredential(request, cookies.context));
      return { body: toChanged(changed) };
    },
  };
}
