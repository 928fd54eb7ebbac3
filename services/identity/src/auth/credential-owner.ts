import { timingSafeEqual } from 'node:crypto';
import type { SessionLack } from '@pii-vault/platform/core/context/caller';
import type { Database, Tx } from '@pii-vault/platform/postgres/database';
import { unauthenticated } from '@pii-vault/platform/rpc/tokens/verify-jwt';
import { noteUse } from '../accounts/address-holds/address-hold-store.ts';
import { findHolder, type Holder } from '../accounts/roles/role-store.ts';
import { acceptedSecret, parseClientBearer } from '../credentials/api-credential.ts';
import { findCredential, touchCredential } from '../credentials/api-credential-store.ts';
import type { TokenSigner } from '../credentials/tokens/token-signer.ts';
import type { Delegation } from '../sessions/delegation.ts';
import { type ExternalTokenOptions, verifyExternalToken } from '../sessions/external-token.ts';
import type { MustHaveFactor } from '../sessions/factors/factor-policy.ts';
import { lackOf } from '../sessions/factors/session-lack.ts';
import { contextDigest, isSessionLive, needsTouch, type Session } from '../sessions/session.ts';
import { findSession, touchSessions } from '../sessions/session-store.ts';

export interface CredentialOwnerDeps {
  readonly db: Pick<Database, 'system'>;
  readonly signer: Pick<TokenSigner, 'verifyKeys'>;
  readonly token: ExternalTokenOptions;
  readonly mustHaveFactor: MustHaveFactor;
  readonly now: () => number;
}

export interface PresentedCredential {
  /** External JWT or clientId:secret. */
  readonly bearer: string;
  readonly contextCookie: string;
  /** The request does not count as use of the session. */
  readonly passive: boolean;
}

/** The owner of a valid credential. */
export interface CredentialOwner {
  readonly holder: Holder;
  readonly sessionId: string;
  readonly clientId: string | undefined;
  /** Set for an API token or demo token, with its creator. */
  readonly delegated: { readonly delegation: Delegation; readonly actor: Holder } | undefined;
  /** When the user gave a proof in this session, epoch ms; undefined for API clients and tokens. */
  readonly provenAt: number | undefined;
  /** What a login session lacks; undefined for a full one. */
  readonly lacks: SessionLack | undefined;
  /** Creator of the API credential, or of the one that created the token, if another user than its owner. */
  readonly clientMadeBy: number | undefined;
  /** Of an API credential: the number of the secret that was used. */
  readonly clientSecretChange: number | undefined;
  /** The API credential may erase people and values without a fresh proof. */
  readonly mayErase: boolean;
  /** Epoch ms at which the credential expires. */
  readonly notAfter: number;
}

/**
 * Finds the active user behind an external credential.
 * @throws AppError UNAUTHENTICATED, the same for every invalid credential
 */
export function credentialOwner(deps: CredentialOwnerDeps) {
  return async (presented: PresentedCredential): Promise<CredentialOwner> => {
    const client = parseClientBearer(presented.bearer);
    if (client !== undefined) return deps.db.system((tx) => clientOwner(tx, client));
    const token = await verifyExternalToken(presented.bearer, deps.signer.verifyKeys, deps.token);
    return deps.db.system((tx) => sessionOwner(tx, deps, token, presented));
  };
}

async function clientOwner(tx: Tx, client: { clientId: string; secret: string }): Promise<CredentialOwner> {
  if (!/^[\w-]{1,64}$/.test(client.clientId)) throw unauthenticated();
  const stored = await findCredential(tx, client.clientId);
  const accepted = stored && acceptedSecret(client.secret, stored);
  if (stored === undefined || accepted === undefined) throw unauthenticated();
  const { change, madeBy, mayErase, until } = accepted;
  const user = await activeHolder(tx, stored.userId);
  // Tokens issued for the former secret become invalid, as after a change of roles.
  const holder = { ...user, roleVersion: Math.max(user.roleVersion, stored.secretChange) };
  await touchCredential(tx, stored.clientId);
  if (stored.lastUsedAt === null) await noteUse(tx, user.id);
  return {
    holder,
    sessionId: stored.clientId,
    clientId: stored.clientId,
    delegated: undefined,
    provenAt: undefined,
    lacks: undefined,
    clientMadeBy: madeBy === null || madeBy === user.id ? undefined : madeBy,
    clientSecretChange: change,
    mayErase,
    notAfter: until,
  };
}

async function sessionOwner(
  tx: Tx,
  deps: Pick<CredentialOwnerDeps, 'mustHaveFactor' | 'now'>,
  token: { sessionId: string; userId: number },
  presented: PresentedCredential,
): Promise<CredentialOwner> {
  const now = deps.now();
  const session = await findSession(tx, token.sessionId);
  if (session === undefined || session.userId !== token.userId) throw unauthenticated();
  if (!isSessionLive(session, now) || !isFromItsBrowser(session, presented.contextCookie))
    throw unauthenticated();
  const user = await activeHolder(tx, session.userId);
  const { delegation, delegationVersion } = session;
  const delegated =
    delegation === null ? undefined : { delegation, actor: await activeHolder(tx, delegation.actorUserId) };
  if (!presented.passive && needsTouch(session, now)) await touchSessions(tx, [session.id], new Date(now));
  const holder = { ...user, roleVersion: Math.max(user.roleVersion, delegationVersion) };
  return {
    holder,
    sessionId: session.id,
    clientId: undefined,
    delegated,
    provenAt: session.provenAt?.getTime(),
    lacks: await lackOf(tx, session, user, deps.mustHaveFactor),
    clientMadeBy: session.clientMadeBy ?? undefined,
    clientSecretChange: undefined,
    mayErase: false,
    notAfter: session.expiresAt.getTime(),
  };
}

function isFromItsBrowser(session: Session, cookie: string): boolean {
  return session.contextSha256 === null || timingSafeEqual(contextDigest(cookie), session.contextSha256);
}

async function activeHolder(tx: Tx, userId: number): Promise<Holder> {
  const holder = await findHolder(tx, userId);
  if (holder === undefined || !holder.isActive) throw unauthenticated();
  return holder;
}
