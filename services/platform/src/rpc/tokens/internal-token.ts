import { decodeJwt, type JWTPayload } from 'jose';
import { z } from 'zod';
import { SESSION_LACKS, type UserCaller } from '../../core/context/caller.ts';
import { type TokenKeys, unauthenticated, verifyJwt } from './verify-jwt.ts';

/** `typ` of the token that the gateway gets for a user's credential; services accept no other kind. */
export const INTERNAL_TOKEN_TYPE = 'pii-int+jwt';
export const INTERNAL_TOKEN_ISSUER = 'pii-vault';
export const INTERNAL_TOKEN_AUDIENCE = 'pii-vault-services';
/** Longest life of an internal or service token, in seconds. */
export const MAX_TOKEN_LIFE_SECONDS = 60;

/**
 * Claims in addition to the registered ones (iss, aud, sub = user id, iat, exp). `co` holds the permissions by
 * company id, as a list or as an index into `ps`, the distinct sets of a user with many companies; `all`
 * holds those of a super_admin (`sa`), valid everywhere; `act` is RFC 8693's; `auth_time` (OpenID Connect Core, section
 * 2) is when the user last gave a proof, in epoch seconds; `cby` is who made the API credential for the user; `csn` is
 * the number of the secret that was used; `lck` is what a restricted session lacks; `gsv` is the only gRPC service that
 * accepts the token.
 */
const claims = z.object({
  sub: z.string().regex(/^\d{1,15}$/),
  sid: z.string().min(1),
  cid: z.string().min(1).optional(),
  sa: z.boolean().optional(),
  all: z.array(z.string()).optional(),
  ps: z.array(z.array(z.string())).optional(),
  co: z.record(z.string().regex(/^\d{1,15}$/), z.union([z.array(z.string()), z.int().nonnegative()])),
  act: z.object({ sub: z.string().regex(/^\d{1,15}$/) }).optional(),
  auth_time: z.int().nonnegative().optional(),
  cby: z
    .string()
    .regex(/^\d{1,15}$/)
    .optional(),
  csn: z.int().positive().optional(),
  lck: z.enum(SESSION_LACKS).optional(),
  gsv: z.string().min(1).optional(),
});
export type InternalTokenClaims = z.input<typeof claims>;

/**
 * Verifies signature, type, issuer, audience and times of an internal token.
 * @throws AppError UNAUTHENTICATED
 */
export async function verifyInternalToken(token: string, keys: TokenKeys): Promise<VerifiedUser> {
  const payload = await verifyJwt(token, keys, {
    typ: INTERNAL_TOKEN_TYPE,
    issuer: INTERNAL_TOKEN_ISSUER,
    audience: INTERNAL_TOKEN_AUDIENCE,
    maxLifeSeconds: MAX_TOKEN_LIFE_SECONDS,
  });
  return verifiedOf(payload);
}

/**
 * Caller and expiry of an internal token without a check of its signature: for the gateway, which got the token from
 * identity itself.
 */
export function readInternalToken(token: string): VerifiedUser {
  return verifiedOf(decodeJwt(token));
}

export interface VerifiedUser {
  readonly caller: UserCaller;
  /** The only gRPC service that accepts the token; undefined: all. */
  readonly grpcService: string | undefined;
  /** Epoch ms. */
  readonly expiresAt: number;
}

function verifiedOf(payload: JWTPayload): VerifiedUser {
  const { data: parsed, error } = claims.safeParse(payload);
  if (parsed === undefined) throw unauthenticated(error);
  return { caller: callerOf(parsed), grpcService: parsed.gsv, expiresAt: (payload.exp ?? 0) * 1000 };
}

function callerOf(parsed: z.output<typeof claims>): UserCaller {
  return {
    kind: 'user',
    userId: Number(parsed.sub),
    sessionId: parsed.sid,
    clientId: parsed.cid,
    actorUserId: parsed.act === undefined ? undefined : Number(parsed.act.sub),
    provenAt: parsed.auth_time === undefined ? undefined : parsed.auth_time * 1000,
    clientMadeBy: parsed.cby === undefined ? undefined : Number(parsed.cby),
    clientSecretChange: parsed.csn,
    lacks: parsed.lck,
    isSuperAdmin: parsed.sa === true,
    everywhere: new Set(parsed.sa === true ? (parsed.all ?? []) : []),
    companies: permissionsByCompany(parsed),
  };
}

function permissionsByCompany({ co, ps = [] }: z.output<typeof claims>): Map<number, Set<string>> {
  const sets = ps.map((held) => new Set(held));
  return new Map(
    Object.entries(co).map(([id, held]) => [
      Number(id),
      typeof held === 'number' ? (sets[held] ?? new Set<string>()) : new Set(held),
    ]),
  );
}
