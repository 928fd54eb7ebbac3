import { loginAnswerSchema, sessionSchema } from '@pii-vault/contract/auth/auth-schema';
import type { KeysOf } from '@pii-vault/contract/routes';
import type { Ctx } from '@pii-vault/platform/core/context/ctx';
import { failedPrecondition } from '@pii-vault/platform/core/errors/app-error';
import type { Clients } from '../clients.ts';
import type { CompanyNames } from '../companies/company-names.ts';
import { externalCredential } from '../edge/authenticate.ts';
import { type CookieNames, cookieOf, setContextCookie, setDeviceCookie } from '../edge/cookies.ts';
import type { Handlers } from '../edge/handler.ts';
import { isFromBrowser } from '../edge/hosts-and-origins.ts';
import type { InternalTokens } from '../edge/internal-tokens.ts';
import { jsonOf } from '../passed/json-of.ts';
import { signedInUser } from './signed-in-user.ts';

interface Deps extends Pick<Clients, 'auth' | 'sessions'> {
  readonly self: () => Ctx;
  readonly names: CompanyNames;
  readonly tokens: InternalTokens;
  readonly cookies: CookieNames;
  readonly isHttps: boolean;
}

const toLoginAnswer = jsonOf(loginAnswerSchema);
const toSession = jsonOf(sessionSchema);

/** With cookies, cached tokens and names of companies. */
export function authHandlers(deps: Deps): Handlers<KeysOf<'auth'>> {
  return {
    'POST /auth/login': async ({ ctx, body, request, response }) => {
      const answer = await deps.auth.login(ctx, {
        email: body.email,
        password: body.password,
        deviceFingerprint: body.deviceFingerprint === undefined ? '' : JSON.stringify(body.deviceFingerprint),
        browser: isFromBrowser(request),
        code: body.code ?? '',
        deviceCookie: cookieOf(request, deps.cookies.device),
        language: body.language ?? '',
      });
      if (answer.contextCookie !== '')
        setContextCookie(response, deps.cookies.context, answer.contextCookie, deps.isHttps);
      if (answer.deviceCookie !== '')
        setDeviceCookie(response, deps.cookies.device, answer.deviceCookie, deps.isHttps);
      const user = await signedInUser(deps.names, answer.user);
      return { body: toLoginAnswer({ ...answer, user }) };
    },
    'POST /auth/logout': async ({ ctx, session, request, response }) => {
      if (session.ref.kind !== 'session')
        throw failedPrecondition('NO_SESSION', 'API credentials have no session to end');
      await deps.sessions.logout(ctx, {});
      deps.tokens.drop(externalCredential(request, deps.cookies.context));
      setContextCookie(response, deps.cookies.context, '', deps.isHttps);
      return { body: { success: true } };
    },
    'GET /auth/session': async ({ ctx }) => {
      const answer = await deps.sessions.getSession(ctx, {});
      return { body: toSession({ ...answer, user: await signedInUser(deps.names, answer.user) }) };
    },
  };
}
