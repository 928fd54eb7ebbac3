import { decodeProtectedHeader } from 'jose';
import { LRUCache } from 'lru-cache';
import { type Caller, SERVICE_NAMES, type ServiceName } from '../../core/context/caller.ts';
import { verifyInternalToken } from './internal-token.ts';
import { SERVICE_TOKEN_TYPE, verifyServiceToken } from './service-token.ts';
import { type TokenKeys, unauthenticated } from './verify-jwt.ts';

/** Entries kept; one Ed25519 check costs 0.11 ms, a look-up 1 µs. */
const CACHE_SIZE = 10_000;

export interface Authenticated {
  readonly caller: Caller;
  /** The gRPC service that the token is limited to; undefined for most tokens of users. */
  readonly grpcService: string | undefined;
  readonly expiresAt: number;
}

/** Verifies bearer tokens for one service. */
export type Authenticator = (bearer: string | undefined) => Promise<Authenticated>;

export interface AuthenticatorDeps {
  readonly audience: ServiceName;
  readonly userKeys: TokenKeys;
  readonly serviceKeys: TokenKeys;
  readonly now?: () => number;
}

/**
 * Accepts internal tokens and service tokens and nothing else. A verification is remembered until the token expires,
 * a minute at most; by the token itself, as a digest of it would cost ten look-ups.
 */
export function createAuthenticator(deps: AuthenticatorDeps): Authenticator {
  const now = deps.now ?? Date.now;
  const verified = new LRUCache<string, Authenticated>({ max: CACHE_SIZE });
  return async (bearer) => {
    if (bearer === undefined || bearer === '') throw unauthenticated();
    const cached = verified.get(bearer);
    if (cached !== undefined) {
      if (cached.expiresAt > now()) return cached;
      verified.delete(bearer);
      throw unauthenticated();
    }
    const result = await verify(bearer, deps);
    verified.set(bearer, result);
    return result;
  };
}

async function verify(bearer: string, deps: AuthenticatorDeps): Promise<Authenticated> {
  const header = readHeader(bearer);
  if (header.typ !== SERVICE_TOKEN_TYPE) return verifyInternalToken(bearer, deps.userKeys);
  const issuer = SERVICE_NAMES.find((name) => name === header.kid);
  if (issuer === undefined) throw unauthenticated();
  return verifyServiceToken(bearer, issuer, deps.audience, deps.serviceKeys);
}

function readHeader(bearer: string) {
  try {
    return decodeProtectedHeader(bearer);
  } catch (error) {
    throw unauthenticated(error);
  }
}
