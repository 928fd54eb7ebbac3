import type { KeysOf } from '@pii-vault/contract/routes';
import type { Ctx } from '@pii-vault/platform/core/context/ctx';
import type { ConfirmSessionRequest } from '@pii-vault/proto/identity/v1/sessions';
import type { Clients } from '../clients.ts';
import type { Handlers } from '../edge/handler.ts';
import type { InternalTokens } from '../edge/internal-tokens.ts';
import { toSessions } from '../users/sessions-mapper.ts';
import { companyOf } from '../wire/company-of.ts';
import { toIso } from '../wire/values.ts';

type Deps = Pick<Clients, 'sessions' | 'userDirectory'> & {
  readonly self: () => Ctx;
  readonly tokens: InternalTokens;
};

export function tokensHandlers(deps: Deps): Handlers<KeysOf<'tokens'>> {
  const { sessions } = deps;
  return {
    'POST /auth/confirm': async ({ ctx, body }) => {
      const { provenUntil } = await sessions.confirmSession(ctx, confirmationOf(body));
      return { body: { success: true, provenUntil: toIso(provenUntil) } };
    },
    'GET /auth/demo-token': async ({ ctx, query, session }) => {
      const companyId = companyOf(query.companyId, session);
      const { token } = await sessions.createDemoToken(ctx, { companyId });
      return { body: { token, companyId, usage: `Authorization: Bearer ${token}` } };
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
