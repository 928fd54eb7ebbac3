import { AppError, unavailable } from '@pii-vault/platform/core/errors/app-error';
import type { Request } from 'express';
import { cookieOf } from './cookies.ts';
import type { ExternalCredential, InternalTokens, Session } from './internal-tokens.ts';
import type { Liveness } from './liveness.ts';

/** For responses with plaintext: the proof of liveness is at most 1 s old, without a grace period. */
const strict = { maxAgeMs: 1_000, graceMs: 1_000 };
const usual = { maxAgeMs: 3_000, graceMs: 5_000 };

interface AuthenticateOptions {
  readonly company: number | 'all';
  readonly isReveal: boolean;
  readonly isPassive: boolean;
  /** The token must contain a fresh proof; a cached token may lack it. */
  readonly needsProof: boolean;
}
export type Authenticate = (credential: ExternalCredential, options: AuthenticateOptions) => Promise<Session>;

const unauthenticated = () => new AppError('UNAUTHENTICATED', 'UNAUTHENTICATED', 'Sign in again');

/** Credential of the request. @throws AppError UNAUTHENTICATED without one */
export function externalCredential(request: Request, cookieName: string): ExternalCredential {
  const [, bearer] = /^Bearer ([\x21-\x7e]{1,4096})$/i.exec(request.get('authorization') ?? '') ?? [];
  if (bearer === undefined) throw unauthenticated();
  return { bearer, contextCookie: cookieOf(request, cookieName) };
}

/** Roles that change during one exchange rarely change during the next. */
const MOST_ATTEMPTS = 5;

/**
 * Exchanges a credential for a valid internal token: alive, and with the user's current roles.
 * @throws AppError UNAUTHENTICATED for a credential that has ended, UNAVAILABLE ROLES_CHANGE while its roles keep
 *   changing
 */
export function createAuthenticate(tokens: InternalTokens, liveness: Liveness): Authenticate {
  return async (credential, options) => {
    for (let attempt = 1; attempt <= MOST_ATTEMPTS; attempt++) {
      const session = await tokens.get(credential, options);
      liveness.seen(session.ref, session.roleVersion, session.exchangedAt);
      const version = await liveness.check(session.ref, options.isReveal ? strict : usual);
      if (version === session.roleVersion) {
        if (!options.isPassive) liveness.used(session.ref);
        return session;
      }
      tokens.drop(credential);
      // A credential that identity exchanged a moment ago, and that has ended since.
      if (version === undefined && attempt > 1) throw unauthenticated();
    }
    throw unavailable('ROLES_CHANGE', 'Your roles are being changed. Please try again.');
  };
}
