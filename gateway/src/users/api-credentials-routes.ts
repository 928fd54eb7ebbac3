import type { KeysOf } from '@pii-vault/contract/routes';
import { apiCredentialsSchema } from '@pii-vault/contract/users/users-schema';
import type { Clients } from '../clients.ts';
import type { Handlers } from '../edge/handler.ts';
import type { InternalTokens } from '../edge/internal-tokens.ts';
import { jsonOf } from '../passed/json-of.ts';

type Deps = Pick<Clients, 'apiCredentials'> & { tokens: InternalTokens };

const toShown = jsonOf(apiCredentialsSchema);

/** Calls that end a secret: this gateway drops the internal tokens that it has for it. */
export function apiCredentialsHandlers({
  apiCredentials,
  tokens,
}: Deps): Handlers<KeysOf<'api-credentials'>> {
  return {
    'POST /users/{id}/api-credentials/rotate': async ({ ctx, params, query }) => {
      const rotated = await apiCredentials.rotateApiCredentials(ctx, { ...params, ...query });
      tokens.dropClientsOf(params.id);
      return { body: toShown(rotated) };
    },
    'DELETE /users/{id}/api-credentials': async ({ ctx, params }) => {
      await apiCredentials.revokeApiCredentials(ctx, params);
      tokens.dropClientsOf(params.id);
      return { body: { success: true } };
    },
  };
}
