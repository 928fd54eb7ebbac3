import type { Tx } from '@pii-vault/platform/postgres/database';
import { type CredentialStatus, findStatus } from '../credentials/api-credential-store.ts';
import { type LiveSession, listLiveSessions } from './session-store.ts';

/** A session, a token or an API credential of a user. */
export interface LiveAccess {
  /** For an API credential its client id. */
  readonly id: string;
  readonly kind: string;
  readonly userId: number;
  /** For a token: its company, and the role that it was created with. */
  readonly companyId: number | null;
  readonly role: string | null;
  readonly ipAddress: string;
  readonly userAgent: string;
  readonly createdAt: Date;
  /** Null for an API credential that was never used. */
  readonly lastSeenAt: Date | null;
  /** Null for an API credential, which ends with the password or the account. */
  readonly expiresAt: Date | null;
  /** Null when an older release made it. */
  readonly createdBy: number | null;
}

/** All live access of a user, and the tokens it created for others, newest first. Under the system role. */
export async function listAccess(tx: Tx, userId: number): Promise<LiveAccess[]> {
  const sessions: LiveAccess[] = (await listLiveSessions(tx, userId)).map(ofSession);
  const credential = await findStatus(tx, userId);
  const all = credential === undefined ? sessions : [...sessions, ofCredential(credential)];
  return all.sort((a, b) => b.createdAt.getTime() - a.createdAt.getTime());
}

function ofSession({ actorUserId, ...session }: LiveSession): LiveAccess {
  return { ...session, createdBy: actorUserId ?? session.userId };
}

function ofCredential({ userId, clientId, createdAt, lastUsedAt, madeBy }: CredentialStatus): LiveAccess {
  return {
    id: clientId,
    kind: 'api_credential',
    userId,
    companyId: null,
    role: null,
    ipAddress: '',
    userAgent: '',
    createdAt,
    lastSeenAt: lastUsedAt,
    expiresAt: null,
    createdBy: madeBy,
  };
}
