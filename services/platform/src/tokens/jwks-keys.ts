import { type CryptoKey, importJWK, type JWK } from 'jose';
import type { TokenKeys } from './verify-jwt.ts';

/** How long an unknown kid waits before it may cause another fetch of the key set. */
const REFRESH_PAUSE_MS = 30_000;

/** Keys of a JWKS, fetched once and again (at most every 30 s) when a token names a kid not yet known. */
export function jwksKeys(fetchJwks: () => Promise<readonly JWK[]>, now: () => number = Date.now): TokenKeys {
  const known = new Map<string, { key: CryptoKey; alg: string }>();
  let fetchedAt = Number.NEGATIVE_INFINITY;
  let fetching: Promise<void> | undefined;

  async function refresh(): Promise<void> {
    const jwks = await fetchJwks();
    fetchedAt = now();
    for (const jwk of jwks) {
      if (jwk.kid === undefined || jwk.alg === undefined) continue;
      const key = await importJWK(jwk, jwk.alg);
      if (!(key instanceof Uint8Array)) known.set(jwk.kid, { key, alg: jwk.alg });
    }
  }

  return {
    async find(kid) {
      if (!known.has(kid) && (known.size === 0 || now() - fetchedAt >= REFRESH_PAUSE_MS)) {
        fetching ??= refresh().finally(() => {
          fetching = undefined;
        });
        await fetching;
      }
      return known.get(kid);
    },
  };
}
