import type { KeysOf } from '@pii-vault/contract/routes';
import type { Clients } from '../clients.ts';
import type { Handlers } from '../edge/handler.ts';
import type { InternalTokens } from '../edge/internal-tokens.ts';
import { orNull, toOptionalIso } from '../wire/values.ts';

type Deps = Pick<Clients, 'apiCredentials'> & { tokens: InternalTokens };

export function apiCredentialsHandlers({
  apiCredentials,
  tokens,
}: Deps): Handlers<KeysOf<'api-credentials'>> {
  const userOf = (params: { id: number }) => ({ userId: params.id });
  return {
    'GET /users/{id}/api-credentials': async ({ ctx, params }) => {
      const answer = await apiCredentials.getApiCredentials(ctx, userOf(params));
      return {
        body: {
          hasCredentials: answer.hasCredentials,
          clientId: orNull(answer.clientId),
          createdAt: toOptionalIso(answer.createdAt),
          lastUsed: toOptionalIso(answer.lastUsedAt),
          mayErase: answer.mayErase,
          formerSecretUntil: toOptionalIso(answer.formerSecretUntil),
        },
      };
    },
    'POST /users/{id}/api-credentials/generate': async ({ ctx, params, query }) => {
      const { clientId, secret } = await apiCredentials.generateApiCredentials(ctx, {
        ...userOf(params),
        mayErase: query.mayErase === 'true',
      });
      return { body: { clientId, secret } };
    },
    'POST /users/{id}/api-credentials/rotate': async ({ ctx, params, query }) => {
      const { clientId, secret } = await apiCredentials.rotateApiCredentials(ctx, {
        ...userOf(params),
        mayErase: query.mayErase === undefined ? undefined : query.mayErase === 'true',
        overlapHours: query.overlapHours,
      });
      tokens.dropClientsOf(params.id);
      return { body: { clientId, secret } };
    },
    'DELETE /users/{id}/api-credentials': async ({ ctx, params }) => {
      await apiCredentials.revokeApiCredentials(ctx, userOf(params));
      tokens.dropClientsOf(params.id);
      return { body: { success: true } };
    },
  };
}
