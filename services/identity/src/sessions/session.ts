import { createHash, randomBytes } from 'node:crypto';
import type { Delegation } from './delegation.ts';
import type { Attempt } from './logins/attempt.ts';

export const ABSOLUTE_LIFE_MS = 12 * 3_600_000;
export const IDLE_LIFE_MS = 30 * 60_000;
/** How long a login waits for its second factor. */
export const PENDING_LIFE_MS = 15 * 60_000;
/** The time of last use is written at most this often. */
export const TOUCH_EVERY_MS = 60_000;

export interface Session {
  readonly id: string;
  readonly userId: number;
  /** SHA-256 of the context cookie; null for a session that is not bound to one. */
  readonly contextSha256: Buffer | null;
  readonly createdAt: Date;
  readonly lastSeenAt: Date;
  readonly expiresAt: Date;
  readonly endedAt: Date | null;
  /** Time of the last proof; null for a token, and for a login of an older release. */
  readonly provenAt: Date | null;
  /** Time of the second factor. */
  readonly factorAt: Date | null;
  /** Facts of a login that waits for its second factor. */
  readonly pendingAttempt: Attempt | null;
  /** Set for an API token or demo token. */
  readonly delegation: Delegation | null;
  /** Of a token that an API credential created: the creator of the credential, if another user than its owner. */
  readonly clientMadeBy: number | null;
  /** Newest change of the creator's roles and, for an API client, of its secret; 0 for a login. */
  readonly delegationVersion: number;
  /** Whether the parent is live; true for a login. */
  readonly hasLiveParent: boolean;
}

/** Whether a session is live at `now` (epoch ms): not ended, 12 h absolute, 30 min idle; a token has no idle limit. */
export function isSessionLive(
  session: Pick<Session, 'endedAt' | 'expiresAt' | 'lastSeenAt' | 'delegation' | 'hasLiveParent'>,
  now: number,
): boolean {
  if (session.endedAt !== null || session.expiresAt.getTime() <= now || !session.hasLiveParent) return false;
  if (session.delegation !== null) return true;
  return now - session.lastSeenAt.getTime() < IDLE_LIFE_MS;
}

export function needsTouch(session: Pick<Session, 'lastSeenAt'>, now: number): boolean {
  return now - session.lastSeenAt.getTime() >= TOUCH_EVERY_MS;
}

/** 144 random bits, base64url. */
export function newSessionId(): string {
  return randomBytes(18).toString('base64url');
}

/** Value of the HttpOnly cookie that a browser's token is bound to: 256 random bits, base64url. */
export function newContextCookie(): string {
  return randomBytes(32).toString('base64url');
}

/** SHA-256 of a context cookie's value, 32 bytes. */
export function contextDigest(cookie: string): Buffer {
  return createHash('sha256').update(cookie).digest();
}
