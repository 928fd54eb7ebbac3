import type { Ctx } from '@pii-vault/platform/core/context/ctx';
import { AppError, unavailable } from '@pii-vault/platform/core/errors/app-error';
import type { RpcClient } from '@pii-vault/platform/rpc/client';
import { jwksKeys } from '@pii-vault/platform/rpc/tokens/jwks-keys';
import type { TokenKeys } from '@pii-vault/platform/rpc/tokens/verify-jwt';
import type { SigningService, TokenKey } from '@pii-vault/proto/crypto/v1/signing';

/** Signs tokens with the deployment's key, which never leaves crypto. */
export interface TokenSigner {
  /** A compact JWS (RFC 7515) of the claims. The caller checks their size. */
  sign(typ: string, claims: object): Promise<string>;
  /** Live public keys, for the JWKS. */
  publicKeys(): Promise<readonly TokenKey[]>;
  /** The same keys for verifying. */
  readonly verifyKeys: TokenKeys;
}

/** Maximum signing input of crypto, in bytes. */
export const MAX_SIGNING_INPUT = 16 * 1024;

const KEYS_LIFE_MS = 30_000;

export interface TokenSignerDeps {
  readonly crypto: Pick<RpcClient<SigningService>, 'getTokenKeys' | 'signToken'>;
  readonly self: () => Ctx;
  readonly now?: () => number;
}

export function createTokenSigner({ crypto, self, now = Date.now }: TokenSignerDeps): TokenSigner {
  let held: { keys: Promise<readonly TokenKey[]>; until: number } | undefined;

  function publicKeys(): Promise<readonly TokenKey[]> {
    if (held !== undefined && held.until > now()) return held.keys;
    const keys = crypto.getTokenKeys(self(), {}).then((answer) => answer.keys);
    const mine = { keys, until: now() + KEYS_LIFE_MS };
    held = mine;
    keys.catch(() => {
      if (held === mine) held = undefined;
    });
    return keys;
  }

  async function signOnce(typ: string, claims: object): Promise<string> {
    const key = (await publicKeys()).find(({ signing }) => signing);
    if (key === undefined) throw unavailable('NO_TOKEN_KEY', 'Signing in is not possible right now');
    const signingInput = `${encode({ alg: key.alg, typ, kid: key.kid })}.${encode(claims)}`;
    const { signature } = await crypto.signToken(self(), { signingInput });
    return `${signingInput}.${Buffer.from(signature).toString('base64url')}`;
  }

  return {
    publicKeys,
    verifyKeys: jwksKeys(async () => (await publicKeys()).map(jwkOf), now),
    async sign(typ, claims) {
      try {
        return await signOnce(typ, claims);
      } catch (error) {
        if (AppError.from(error).reason !== 'TOKEN_KEY_RETIRED') throw error;
        held = undefined;
        return signOnce(typ, claims);
      }
    },
  };
}

/** Upper bound of the signing input's length for claims, in bytes. */
export function signingInputSize(claims: object): number {
  return 200 + encode(claims).length;
}

function encode(part: object): string {
  return Buffer.from(JSON.stringify(part)).toString('base64url');
}

/** A key of the JWKS (RFC 7517). */
export function jwkOf({ signing, ...key }: TokenKey) {
  return { ...key, use: 'sig' };
}
