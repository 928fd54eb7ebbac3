import { confirmAnswerSchema } from '@pii-vault/contract/auth/tokens-schema';
import type { KeysOf } from '@pii-vault/contract/routes';
import type { Ctx } from '@pii-vault/platform/core/context/ctx';
import type { ConfirmSessionRequest } from '@pii-vault/proto/identity/v1/sessions';
import type { Clients } from '../clients.ts';
import type { Handlers } from '../edge/handler.ts';
import type { InternalTokens } from '../edge/internal-tokens.ts';
import { jsonOf } from '../passed/json-of.ts';
import { toSessions } from '../users/sessions-mapper.ts';

type Deps = Pick<Clients, 'sessions' | 'userDirectory'> & {
  readonly self: () => Ctx;
  readonly tokens: InternalTokens;
};

const toConfirmed = jsonOf(confirmAnswerSchema);

/** With names of creators, and cached tokens; a proof is one of three kinds. */
export function tokensHandlers(deps: Deps): Handlers<KeysOf<'tokens'>> {
  const { sessions } = deps;
  return {
    'POST /auth/confirm': async ({ ctx, body }) => {
      return { body: toConfirmed(await sessions.confirmSession(ctx, confirmationOf(body))) };
    },
    'GET /auth/sessions': async ({ ctx }) => {
      const answer = await sessions.listSessions(ctx, {});
      return { body: await toSessions(deps, answer.sessions) };
    },
    'DELETE /auth/sessions/{id}': async ({ ctx, params, session }) => {
      await sessions.endSession(ctx, params);
      deps.tokens.dropClientsOf(session.caller.userId);
      return { body: { success: true } };
    },
  };
}

type Confirmation = { readonly password: string } | { readonly code: string } | { readonly passkey: object };

function confirmationOf(body: Confirmation): ConfirmSessionRequest {
  const none = { password: '', totpCode: '', passkeyJson: '' };
  if ('password' in body) return { ...none, password: body.password };
  if ('code' in body) return { ...none, totpCode: body.code };
  return { ...none, passkeyJson: JSON.stringify(body.passkey) };
}
