import { exportJWK, generateKeyPair, type JWK, SignJWT } from 'jose';
import type { SessionLack } from '../core/context/caller.ts';
import type { Ctx } from '../core/context/ctx.ts';
import { forwarded } from '../core/context/ctx.ts';
import {
  INTERNAL_TOKEN_AUDIENCE,
  INTERNAL_TOKEN_ISSUER,
  INTERNAL_TOKEN_TYPE,
  type InternalTokenClaims,
} from '../rpc/tokens/internal-token.ts';

/** The user of a test. */
export interface TestUser {
  readonly userId?: number;
  /** Permissions by company id. */
  readonly companies?: Readonly<Record<number, readonly string[]>>;
  /** Makes a super_admin with these permissions in every company. */
  readonly everywhere?: readonly string[];
  readonly clientId?: string;
  readonly sessionId?: string;
  /** The user who made the token on behalf of `userId`. */
  readonly actorUserId?: number;
  /** Time of the last password confirmation, epoch ms; null: none in this session. Default: now. */
  readonly provenAt?: number | null;
  readonly clientMadeBy?: number;
  readonly clientSecretChange?: number | undefined;
  /** The only gRPC service that accepts the token. */
  readonly grpcService?: string;
  /** Makes a restricted session. */
  readonly lacks?: SessionLack;
}

export interface TestTokens {
  jwks(): readonly JWK[];
  /** A context with a signed internal token. */
  as(user: TestUser): Promise<Ctx>;
}

const KID = 'test';

/** Signs internal tokens like identity, with a key of the test. */
export async function createTestTokens(): Promise<TestTokens> {
  const { privateKey, publicKey } = await generateKeyPair('EdDSA', { extractable: true });
  const jwk = { ...(await exportJWK(publicKey)), kid: KID, alg: 'EdDSA' };

  async function sign(user: TestUser): Promise<string> {
    const now = Math.floor(Date.now() / 1000);
    return new SignJWT({ ...claimsOf(user) })
      .setProtectedHeader({ alg: 'EdDSA', typ: INTERNAL_TOKEN_TYPE, kid: KID })
      .setIssuer(INTERNAL_TOKEN_ISSUER)
      .setAudience(INTERNAL_TOKEN_AUDIENCE)
      .setIssuedAt(now)
      .setExpirationTime(now + 60)
      .sign(privateKey);
  }

  return {
    jwks: () => [jwk],
    as: async (user) => contextWith(await sign(user), user),
  };
}

/** Epoch ms. */
function provenAtOf({ provenAt, clientId, actorUserId }: TestUser): number | undefined {
  if (provenAt !== undefined) return provenAt ?? undefined;
  return clientId === undefined && actorUserId === undefined ? Date.now() : undefined;
}

function claimsOf(user: TestUser): InternalTokenClaims {
  const provenAt = provenAtOf(user);
  return {
    sub: String(user.userId ?? 1),
    sid: user.sessionId ?? 'test-session',
    co: Object.fromEntries(Object.entries(user.companies ?? {}).map(([id, held]) => [id, [...held]])),
    ...(user.clientId === undefined ? {} : { cid: user.clientId }),
    ...(user.grpcService === undefined ? {} : { gsv: user.grpcService }),
    ...(user.actorUserId === undefined ? {} : { act: { sub: String(user.actorUserId) } }),
    ...(user.everywhere === undefined ? {} : { sa: true, all: [...user.everywhere] }),
    ...(provenAt === undefined ? {} : { auth_time: Math.floor(provenAt / 1000) }),
    ...(user.clientMadeBy === undefined ? {} : { cby: String(user.clientMadeBy) }),
    ...(user.clientSecretChange === undefined ? {} : { csn: user.clientSecretChange }),
    ...(user.lacks === undefined ? {} : { lck: user.lacks }),
  };
}

function contextWith(token: string, user: TestUser): Ctx {
  return {
    requestId: 'test-request',
    deadlineAt: Date.now() + 60_000,
    caller: {
      kind: 'user',
      userId: user.userId ?? 1,
      sessionId: user.sessionId ?? 'test-session',
      clientId: user.clientId,
      actorUserId: user.actorUserId,
      provenAt: provenAtOf(user),
      clientMadeBy: user.clientMadeBy,
      clientSecretChange: user.clientSecretChange,
      lacks: user.lacks,
      isSuperAdmin: user.everywhere !== undefined,
      everywhere: new Set(user.everywhere ?? []),
      companies: new Map(
        Object.entries(user.companies ?? {}).map(([id, held]) => [Number(id), new Set(held)]),
      ),
    },
    ipAddress: '192.0.2.10',
    userAgent: 'test',
    idempotencyKey: undefined,
    credential: forwarded(token),
    signal: new AbortController().signal,
  };
}
