import type { Ctx } from '@pii-vault/platform/core/context/ctx';
import { fromKeyStore, tokenHeader, tokenKeyRetired } from '../../errors.ts';
import type { KeyStore } from '../../key-store/key-store.ts';
import { readTokenHeader } from './token-header.ts';
import type { TokenKeySet } from './token-keys.ts';

export interface SignTokenDeps {
  readonly store: Pick<KeyStore, 'sign'>;
  readonly keys: () => Promise<TokenKeySet>;
}

export interface SignedToken {
  readonly kid: string;
  readonly alg: string;
  /** 64 bytes. */
  readonly signature: Buffer;
}

/** JOSE name of the store's signature algorithm. */
export const TOKEN_ALG = 'EdDSA';

/** @throws AppError INVALID_ARGUMENT TOKEN_HEADER · FAILED_PRECONDITION TOKEN_KEY_RETIRED · UNAVAILABLE */
export function signToken({
  store,
  keys,
}: SignTokenDeps): (ctx: Ctx, signingInput: string) => Promise<SignedToken> {
  return async (_ctx, signingInput) => {
    const { alg, kid } = readTokenHeader(signingInput);
    const { live, signing } = await keys();
    // While a new key is being published, callers may ask for either key.
    const key = live.find((one) => one.keyId === kid && (one.isActive || one === signing));
    if (key === undefined) throw tokenKeyRetired();
    if (alg !== TOKEN_ALG) throw tokenHeader(`The algorithm must be ${TOKEN_ALG}`);
    try {
      return { kid, alg, signature: await store.sign(key.reference, Buffer.from(signingInput, 'ascii')) };
    } catch (error) {
      throw fromKeyStore(error);
    }
  };
}
