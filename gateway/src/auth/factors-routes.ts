import { signedInSchema } from '@pii-vault/contract/auth/auth-schema';
import { addedFactorSchema } from '@pii-vault/contract/auth/factors-schema';
import type { KeysOf } from '@pii-vault/contract/routes';
import type { PassFactorRequest } from '@pii-vault/proto/identity/v1/factors';
import type { Clients } from '../clients.ts';
import type { CompanyNames } from '../companies/company-names.ts';
import { externalCredential } from '../edge/authenticate.ts';
import { type CookieNames, cookieOf, setDeviceCookie } from '../edge/cookies.ts';
import type { Handlers } from '../edge/handler.ts';
import type { InternalTokens } from '../edge/internal-tokens.ts';
import { jsonOf } from '../passed/json-of.ts';
import { signedInUser } from './signed-in-user.ts';

interface Deps extends Pick<Clients, 'factors'> {
  readonly names: CompanyNames;
  readonly tokens: InternalTokens;
  readonly cookies: CookieNames;
  readonly isHttps: boolean;
}

const toAdded = jsonOf(addedFactorSchema);
const toSignedIn = jsonOf(signedInSchema);

type FactorHandlers = Handlers<KeysOf<'factors'>>;

/** With cookies, cached tokens and names of companies; WebAuthn messages are JSON of their own. */
export function factorsHandlers(deps: Deps): FactorHandlers {
  const { factors } = deps;
  return {
    ...enrolment(deps),
    'POST /auth/factors/challenge': async ({ ctx }) => ({
      body: JSON.parse((await factors.beginAssertion(ctx, {})).optionsJson),
    }),
    'POST /auth/second-factor': async ({ ctx, body, request, response }) => {
      const deviceCookie = cookieOf(request, deps.cookies.device);
      const answer = await factors.passFactor(ctx, { proof: proofOf(body), deviceCookie });
      deps.tokens.drop(externalCredential(request, deps.cookies.context));
      if (answer.deviceCookie !== '')
        setDeviceCookie(response, deps.cookies.device, answer.deviceCookie, deps.isHttps);
      return { body: toSignedIn({ ...answer, user: await signedInUser(deps.names, answer.user) }) };
    },
  };
}

type Enrolment = Pick<
  FactorHandlers,
  'POST /auth/factors/totp/confirm' | 'POST /auth/factors/passkey' | 'POST /auth/factors/passkey/confirm'
>;

function enrolment({ factors, tokens, cookies }: Deps): Enrolment {
  return {
    'POST /auth/factors/totp/confirm': async ({ ctx, body, request }) => {
      const added = await factors.finishTotp(ctx, body);
      tokens.drop(externalCredential(request, cookies.context));
      return { body: toAdded(added) };
    },
    'POST /auth/factors/passkey': async ({ ctx }) => ({
      body: JSON.parse((await factors.beginPasskey(ctx, {})).optionsJson),
    }),
    'POST /auth/factors/passkey/confirm': async ({ ctx, body, request }) => {
      const finished = { responseJson: JSON.stringify(body.response), name: body.name };
      const added = await factors.finishPasskey(ctx, finished);
      tokens.drop(externalCredential(request, cookies.context));
      return { body: toAdded(added) };
    },
  };
}

type SecondFactorBody =
  | { readonly code: string }
  | { readonly recoveryCode: string }
  | { readonly passkey: object };

function proofOf(body: SecondFactorBody): PassFactorRequest['proof'] {
  if ('code' in body) return { $case: 'totpCode', value: body.code };
  if ('recoveryCode' in body) return { $case: 'recoveryCode', value: body.recoveryCode };
  return { $case: 'passkeyJson', value: JSON.stringify(body.passkey) };
}
