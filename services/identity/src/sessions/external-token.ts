import { type TokenKeys, verifyJwt } from '@pii-vault/platform/rpc/tokens/verify-jwt';
import { TOKEN_LIFE_MS } from './delegation.ts';

export const EXTERNAL_TOKEN_TYPE = 'JWT';

export interface ExternalTokenOptions {
  readonly issuer: string;
  readonly audience: string;
}

export interface ExternalTokenFacts {
  readonly userId: number;
  readonly sessionId: string;
  readonly tokenId: string;
  readonly role: string;
  /** Epoch ms. */
  readonly issuedAt: number;
  readonly expiresAt: number;
  /** SHA-256 of the context cookie, if the session is bound to one. */
  readonly contextSha256: Buffer | null;
}

/** Claims of the client's token (RFC 7519); `ctx` is the digest of its cookie, base64url. */
export function externalClaims(facts: ExternalTokenFacts, options: ExternalTokenOptions) {
  return {
    iss: options.issuer,
    aud: options.audience,
    sub: String(facts.userId),
    sid: facts.sessionId,
    jti: facts.tokenId,
    role: facts.role,
    iat: Math.floor(facts.issuedAt / 1000),
    exp: Math.floor(facts.expiresAt / 1000),
    ...(facts.contextSha256 === null ? {} : { ctx: facts.contextSha256.toString('base64url') }),
  };
}

export interface VerifiedExternalToken {
  readonly sessionId: string;
  readonly userId: number;
}

/**
 * Verifies signature, type, issuer, audience and times. The session row decides the rest.
 * @throws AppError UNAUTHENTICATED
 */
export async function verifyExternalToken(
  token: string,
  keys: TokenKeys,
  options: ExternalTokenOptions,
): Promise<VerifiedExternalToken> {
  const payload = await verifyJwt(token, keys, {
    typ: EXTERNAL_TOKEN_TYPE,
    issuer: options.issuer,
    audience: options.audience,
    maxLifeSeconds: TOKEN_LIFE_MS / 1000,
  });
  const sessionId = typeof payload.sid === 'string' ? payload.sid : '';
  return { sessionId, userId: Number(payload.sub) };
}
