import { type CryptoKey, importJWK, type JWK } from 'jose';
import type { TokenKeys } from './verify-jwt.ts';

/** How long an unknown kid waits before it may cause another fetch of the key set. */
const REFRESH_PAUSE_MS = 30_000;

/** Interval of fetches: a withdrawn key is trusted no longer than this plus one fetch. */
const RENEW_MS = 600_000;

/** How long the last keys are trusted while fetching fails, ms. */
const MAX_AGE_MS = 3_600_000;

/**
 * Keys of a JWKS, fetched once, every ten minutes, and (at most every 30 s) when a token names a kid not yet known.
 * While fetching fails, the last keys are trusted for an hour; then every look-up has to fetch.
 */
export function jwksKeys(fetchJwks: () => Promise<readonly JWK[]>, now: () => number = Date.now): TokenKeys {
  let known: ReadonlyMap<string, { key: CryptoKey; alg: string }> = new Map();
  let fetchedAt = Number.NEGATIVE_INFINITY;
  let triedAt = Number.NEGATIVE_INFINITY;
  let fetching: Promise<void> | undefined;

  async function refresh(): Promise<void> {
    const jwks = await fetchJwks();
    const shown = new Map<string, { key: CryptoKey; alg: string }>();
    fetchedAt = now();
    for (const jwk of jwks) {
      if (jwk.kid === undefined || jwk.alg === undefined) continue;
      const key = await importJWK(jwk, jwk.alg);
      if (!(key instanceof Uint8Array)) shown.set(jwk.kid, { key, alg: jwk.alg });
    }
    known = shown;
  }

  function fetchOnce(): Promise<void> {
    triedAt = now();
    fetching ??= refresh().finally(() => {
      fetching = undefined;
    });
    return fetching;
  }

  return {
    async find(kid) {
      if (now() - fetchedAt >= MAX_AGE_MS) known = new Map();
      const isUnknown = !known.has(kid) && (known.size === 0 || now() - fetchedAt >= REFRESH_PAUSE_MS);
      if (isUnknown) await fetchOnce();
      // Refreshed in the background; the server of the keys may be down.
      else if (now() - Math.max(fetchedAt, triedAt) >= RENEW_MS) fetchOnce().catch(() => undefined);
      return known.get(kid);
    },
  };
}
