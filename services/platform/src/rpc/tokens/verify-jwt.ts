import { type CryptoKey, decodeProtectedHeader, errors, type JWK, type JWTPayload, jwtVerify } from 'jose';
import { AppError } from '../../core/errors/app-error.ts';

/** Finds the key of a kid, with the one algorithm it may be used with; undefined when there is none. */
export interface TokenKeys {
  find(kid: string): Promise<{ readonly key: CryptoKey | JWK; readonly alg: string } | undefined>;
}

export interface JwtExpectation {
  readonly typ: string;
  readonly issuer: string;
  readonly audience: string;
  readonly maxLifeSeconds: number;
}

/** The same message for every failure, so that a caller does not learn what is wrong with a token. */
export const unauthenticated = (cause?: unknown) =>
  new AppError('UNAUTHENTICATED', 'UNAUTHENTICATED', 'Sign in again', { cause });

/**
 * Verifies a compact JWS (RFC 7515, RFC 8725): the algorithm is the key's and not the header's, type,
 * issuer and audience are fixed, jku, jwk and x5u are ignored, and the whole life is bounded.
 * @throws AppError UNAUTHENTICATED
 */
export async function verifyJwt(token: string, keys: TokenKeys, expect: JwtExpectation): Promise<JWTPayload> {
  try {
    const { kid } = decodeProtectedHeader(token);
    const found = typeof kid === 'string' ? await keys.find(kid) : undefined;
    if (found === undefined) throw unauthenticated();
    const { payload } = await jwtVerify(token, found.key, {
      algorithms: [found.alg],
      typ: expect.typ,
      issuer: expect.issuer,
      audience: expect.audience,
      requiredClaims: ['exp', 'iat', 'sub'],
      clockTolerance: 5,
    });
    if ((payload.exp ?? 0) - (payload.iat ?? 0) > expect.maxLifeSeconds) throw unauthenticated();
    return payload;
  } catch (error) {
    if (error instanceof errors.JOSEError || error instanceof TypeError) throw unauthenticated(error);
    throw error;
  }
}
