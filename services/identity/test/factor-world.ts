import type { SessionLack } from '@pii-vault/platform/core/context/caller';
import type { Ctx } from '@pii-vault/platform/core/context/ctx';
import { readInternalToken } from '@pii-vault/platform/rpc/tokens/internal-token';
import type { PassFactorRequest } from '@pii-vault/proto/identity/v1/factors';
import { Secret, TOTP } from 'otpauth';
import { bootIdentity, PASSWORD } from './identity-world.ts';
import type { SoftwareAuthenticator } from './software-authenticator.ts';

const STEP_MS = 30_000;

/** A signed-in person of a test. */
export interface Person {
  readonly userId: number;
  readonly email: string;
  readonly sessionId: string;
  readonly token: string;
  /** The context of the session, full or restricted. */
  as(lacks?: SessionLack, more?: { readonly provenAt?: number | null }): Promise<Ctx>;
}

export type FactorWorld = Awaited<ReturnType<typeof bootFactors>>;

/** Identity whose administrators must have a second factor, with a clock that tests set. */
export async function bootFactors(roles = 'super_admin,admin') {
  // The clock stands in the middle of a step of 30 s, so that no test crosses the end of a step.
  const beganAt = Math.floor(Date.now() / STEP_MS) * STEP_MS - STEP_MS / 2;
  const clock = { offsetMs: 0 };
  const now = () => beganAt + clock.offsetMs;
  const identity = await bootIdentity({ IDENTITY_SECOND_FACTOR_ROLES: roles }, false, now);
  let people = 0;

  async function signedIn(email: string, userId: number): Promise<Person> {
    const { sessionId, token } = await identity.logIn(email);
    const as = (lacks?: SessionLack, more = {}) =>
      identity.world.as({
        userId,
        sessionId,
        ...(lacks === undefined ? { companies: { 1: ['pii:read'] } } : { lacks }),
        ...more,
      });
    return { userId, email, sessionId, token, as };
  }

  return {
    ...identity,
    clock,
    signedIn,
    async person(role = 'pii_view'): Promise<Person> {
      people += 1;
      const email = `person${people}@example.in`;
      const home = role === 'super_admin' ? {} : { companyId: 1 };
      return signedIn(email, await identity.create({ email, role, ...home }));
    },
    /** Signs in again without the second factor. */
    again: (person: Person) => signedIn(person.email, person.userId),
    ...ownFactors(identity, now),
    /** The caller that services get from the token of a session. */
    async callerBehind({ token }: Pick<Person, 'token'>) {
      return readInternalToken((await identity.exchange(token)).token).caller;
    },
    mailsTo: (email: string) => identity.sent.filter(({ to }) => to === email).map(({ subject }) => subject),
  };
}

type Identity = Awaited<ReturnType<typeof bootIdentity>>;

/** Actions of users on their factors. */
function ownFactors({ factors }: Identity, now: () => number) {
  return {
    /** The code of an app now, or `steps` of 30 s later. */
    codeOf: (secret: string, steps = 0) =>
      new TOTP({ secret: Secret.fromBase32(secret) }).generate({ timestamp: now() + steps * STEP_MS }),
    /** Adds an app with the previous code, so that the current one stays unused. */
    async addApp(ctx: Ctx, name = 'Phone') {
      const { secret, uri } = await factors.beginTotp(ctx, {});
      const code = new TOTP({ secret: Secret.fromBase32(secret) }).generate({ timestamp: now() - STEP_MS });
      const { factor, recoveryCodes } = await factors.finishTotp(ctx, { code, name });
      return { secret, uri, id: factor?.id ?? 0, recoveryCodes };
    },
    async addPasskey(ctx: Ctx, authenticator: SoftwareAuthenticator, name = 'Laptop') {
      const { optionsJson } = await factors.beginPasskey(ctx, {});
      const responseJson = authenticator.create(optionsJson);
      return factors.finishPasskey(ctx, { responseJson, name });
    },
    async assertion(ctx: Ctx, authenticator: SoftwareAuthenticator) {
      return authenticator.get((await factors.beginAssertion(ctx, {})).optionsJson);
    },
    pass: (ctx: Ctx, proof: PassFactorRequest['proof'], deviceCookie = '') =>
      factors.passFactor(ctx, { proof, deviceCookie }),
  };
}

export const totp = (value: string) => ({ $case: 'totpCode', value }) as const;
export const recovery = (value: string) => ({ $case: 'recoveryCode', value }) as const;
export const passkey = (value: string) => ({ $case: 'passkeyJson', value }) as const;
export const byCode = (totpCode: string) => ({ password: '', totpCode, passkeyJson: '' });
export const byPasskey = (passkeyJson: string) => ({ password: '', totpCode: '', passkeyJson });
export { PASSWORD };
