import type { KeysOf } from '@pii-vault/contract/routes';
import type { LiveSession } from '@pii-vault/proto/identity/v1/sessions';
import type { Clients } from '../clients.ts';
import type { Handlers } from '../edge/handler.ts';
import { companyOf } from '../wire/company-of.ts';
import { fromId, oneOf, toId, toIso, toOptionalId } from '../wire/values.ts';

export function tokensHandlers({ sessions }: Pick<Clients, 'sessions'>): Handlers<KeysOf<'tokens'>> {
  return {
    'POST /auth/token': async ({ ctx, body }) => {
      const { token } = await sessions.createApiToken(ctx, {
        companyId: fromId(body.companyId),
        userId: fromId(body.userId),
        role: body.role,
        password: body.password ?? '',
      });
      return { body: { token, expiresIn: '24h' } };
    },
    'GET /auth/demo-token': async ({ ctx, query, session }) => {
      const companyId = companyOf(query.companyId, session);
      const { token } = await sessions.createDemoToken(ctx, { companyId });
      return { body: { token, companyId: toId(companyId), usage: `Authorization: Bearer ${token}` } };
    },
    'GET /auth/sessions': async ({ ctx }) => {
      const answer = await sessions.listSessions(ctx, {});
      return { body: answer.sessions.map(toSession) };
    },
    'DELETE /auth/sessions/{id}': async ({ ctx, params }) => {
      await sessions.endSession(ctx, params);
      return { body: { success: true } };
    },
  };
}

function toSession(session: LiveSession) {
  return {
    id: session.id,
    kind: oneOf(['login', 'api_token', 'demo_token'], session.kind),
    userId: toId(session.userId),
    companyId: toOptionalId(session.companyId),
    role: session.role === '' ? null : session.role,
    ipAddress: session.ipAddress,
    userAgent: session.userAgent,
    createdAt: toIso(session.createdAt),
    lastSeenAt: toIso(session.lastSeenAt),
    expiresAt: toIso(session.expiresAt),
    isCurrent: session.isCurrent,
  };
}
