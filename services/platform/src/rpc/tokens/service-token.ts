import { createPrivateKey, createPublicKey, generateKeyPairSync, type KeyObject } from 'node:crypto';
import { exportJWK, importJWK, SignJWT } from 'jose';
import { z } from 'zod';
import { SERVICE_NAMES, type ServiceCaller, type ServiceName } from '../../core/context/caller.ts';
import { MAX_TOKEN_LIFE_SECONDS } from './internal-token.ts';
import { type TokenKeys, unauthenticated, verifyJwt } from './verify-jwt.ts';

/** `typ` of the token by which a service speaks for itself. */
export const SERVICE_TOKEN_TYPE = 'pii-svc+jwt';

/** Public halves of every service's key: configuration, never fetched. */
export type ServicePublicKeys = ReadonlyMap<ServiceName, KeyObject>;

export interface ServiceKeyPair {
  readonly privateKey: KeyObject;
  readonly publicKey: KeyObject;
}

export function generateServiceKey(): ServiceKeyPair {
  return generateKeyPairSync('ed25519');
}

/** @param pem PKCS#8 Ed25519 private key */
export function serviceKeyFromPem(pem: string): ServiceKeyPair {
  const privateKey = createPrivateKey(pem);
  return { privateKey, publicKey: createPublicKey(privateKey) };
}

const claims = z.object({
  iss: z.enum(SERVICE_NAMES),
  sub: z.enum(SERVICE_NAMES),
  co: z.union([z.literal('system'), z.int().positive()]),
  rpc: z.string().min(1),
});

export interface ServiceTokenGrant {
  readonly from: ServiceName;
  readonly to: ServiceName;
  /** Full name of the gRPC service whose RPCs the token allows. */
  readonly grpcService: string;
  readonly company: number | 'system';
}

/** Signs a token of at most 60 s that lets one service call one gRPC service, for one company or 'system'. */
export function signServiceToken(
  key: KeyObject,
  grant: ServiceTokenGrant,
  nowSeconds: number,
): Promise<string> {
  return new SignJWT({ co: grant.company, rpc: grant.grpcService })
    .setProtectedHeader({ alg: 'EdDSA', typ: SERVICE_TOKEN_TYPE, kid: grant.from })
    .setIssuer(grant.from)
    .setSubject(grant.from)
    .setAudience(grant.to)
    .setIssuedAt(nowSeconds)
    .setExpirationTime(nowSeconds + MAX_TOKEN_LIFE_SECONDS)
    .sign(key);
}

export interface VerifiedService {
  readonly caller: ServiceCaller;
  readonly grpcService: string;
  /** Epoch ms. */
  readonly expiresAt: number;
}

/**
 * Verifies a service token meant for `audience`.
 * @throws AppError UNAUTHENTICATED
 */
export async function verifyServiceToken(
  token: string,
  issuer: ServiceName,
  audience: ServiceName,
  keys: TokenKeys,
): Promise<VerifiedService> {
  const payload = await verifyJwt(token, keys, {
    typ: SERVICE_TOKEN_TYPE,
    issuer,
    audience,
    maxLifeSeconds: MAX_TOKEN_LIFE_SECONDS,
  });
  const { data: parsed, error } = claims.safeParse(payload);
  if (parsed === undefined) throw unauthenticated(error);
  return {
    caller: { kind: 'service', service: parsed.sub, company: parsed.co },
    grpcService: parsed.rpc,
    expiresAt: (payload.exp ?? 0) * 1000,
  };
}

/** The configured public keys in the form that verification takes; kid is the service's name. */
export function servicePublicKeys(keys: ServicePublicKeys): TokenKeys {
  return {
    async find(kid) {
      const key = [...keys].find(([name]) => name === kid)?.[1];
      if (key === undefined) return undefined;
      const imported = await importJWK(await exportJWK(key), 'EdDSA');
      return imported instanceof Uint8Array ? undefined : { key: imported, alg: 'EdDSA' };
    },
  };
}
