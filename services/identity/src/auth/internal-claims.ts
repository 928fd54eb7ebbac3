import type { SessionLack } from '@pii-vault/platform/core/context/caller';
import {
  INTERNAL_TOKEN_AUDIENCE,
  INTERNAL_TOKEN_ISSUER,
  type InternalTokenClaims,
  MAX_TOKEN_LIFE_SECONDS,
} from '@pii-vault/platform/rpc/tokens/internal-token';
import type { Powers } from '../accounts/roles/powers.ts';

export interface InternalTokenFacts {
  readonly userId: number;
  /** Id of the login session or the API client. */
  readonly sessionId: string;
  readonly clientId: string | undefined;
  /** Creator of a token that stands for a user (RFC 8693). */
  readonly actorUserId: number | undefined;
  /** Time of the user's last proof in this session, epoch ms. */
  readonly provenAt: number | undefined;
  /** What a restricted session lacks. */
  readonly lacks: SessionLack | undefined;
  /** Creator of the API credential, or of the one that created the token, if another user than its owner. */
  readonly clientMadeBy: number | undefined;
  /** Of an API credential: the number of the secret that was used. */
  readonly clientSecretChange: number | undefined;
  /** The only gRPC service that accepts the token; absent: all. */
  readonly grpcService?: string;
  readonly powers: Powers;
  /** The one company the token speaks for; undefined: every company of the user. */
  readonly companyId: number | undefined;
  /** Epoch ms. */
  readonly now: number;
  /** Expiry of the credential itself, epoch ms. */
  readonly notAfter: number;
}

export interface InternalToken {
  readonly claims: InternalTokenClaims & {
    readonly iss: string;
    readonly aud: string;
    readonly iat: number;
    readonly exp: number;
  };
  readonly companyIds: readonly number[];
  /** Epoch ms. */
  readonly expiresAt: number;
}

/**
 * Claims of the internal token: at most 60 s, never longer than the credential behind it. For a company that the user
 * does not have it contains no permission, and services answer 403.
 */
export function internalClaims(facts: InternalTokenFacts): InternalToken {
  const { powers, companyId } = facts;
  const companies = powers.companies.filter((own) => companyId === undefined || own.companyId === companyId);
  const iat = Math.floor(facts.now / 1000);
  const exp = Math.min(iat + MAX_TOKEN_LIFE_SECONDS, Math.floor(facts.notAfter / 1000));
  const claims = {
    iss: INTERNAL_TOKEN_ISSUER,
    aud: INTERNAL_TOKEN_AUDIENCE,
    sub: String(facts.userId),
    sid: facts.sessionId,
    iat,
    exp,
    ...permissionClaims(companies),
    ...(facts.clientId === undefined ? {} : { cid: facts.clientId }),
    ...(facts.actorUserId === undefined ? {} : { act: { sub: String(facts.actorUserId) } }),
    ...(facts.provenAt === undefined ? {} : { auth_time: Math.floor(facts.provenAt / 1000) }),
    ...(facts.lacks === undefined ? {} : { lck: facts.lacks }),
    ...(facts.clientMadeBy === undefined ? {} : { cby: String(facts.clientMadeBy) }),
    ...(facts.clientSecretChange ? { csn: facts.clientSecretChange } : {}),
    ...(facts.grpcService === undefined ? {} : { gsv: facts.grpcService }),
    ...(powers.isSuperAdmin ? { sa: true, all: [...powers.everywhere] } : {}),
  };
  return { claims, companyIds: companies.map((own) => own.companyId), expiresAt: exp * 1000 };
}

/**
 * Permissions by company. Several companies share a few roles, so their sets are written once and named by
 * index: more than a thousand companies fit into a token.
 */
function permissionClaims(companies: Powers['companies']): Pick<InternalTokenClaims, 'co' | 'ps'> {
  const [only, another] = companies;
  if (only === undefined) return { co: {} };
  if (another === undefined) return { co: { [only.companyId]: [...only.permissions] } };
  const indexes = new Map<string, number>();
  const ps: string[][] = [];
  const entries = companies.map(({ companyId, permissions }) => {
    const set = permissions.join(' ');
    const index = indexes.get(set) ?? ps.push([...permissions]) - 1;
    indexes.set(set, index);
    return [companyId, index] as const;
  });
  return { co: Object.fromEntries(entries), ps };
}
