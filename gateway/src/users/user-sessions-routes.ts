import type { KeysOf } from '@pii-vault/contract/routes';
import type { Ctx } from '@pii-vault/platform/core/context/ctx';
import type { Clients } from '../clients.ts';
import type { Handlers } from '../edge/handler.ts';
import type { InternalTokens } from '../edge/internal-tokens.ts';
import { toSessions } from './sessions-mapper.ts';

type Deps = Pick<Clients, 'sessions' | 'userDirectory'> & {
  readonly self: () => Ctx;
  readonly tokens: InternalTokens;
};

/** With names of creators, and cached tokens. */
export function userSessionsHandlers(deps: Deps): Handlers<KeysOf<'user-sessions'>> {
  return {
    'GET /users/{id}/sessions': async ({ ctx, params }) => {
      const { sessions } = await deps.sessions.listUserSessions(ctx, params);
      return { body: await toSessions(deps, sessions) };
    },
    'DELETE /users/{id}/sessions/{sid}': async ({ ctx, params }) => {
      await deps.sessions.endUserSession(ctx, params);
      deps.tokens.dropClientsOf(params.id);
      return { body: { success: true } };
    },
  };
}
