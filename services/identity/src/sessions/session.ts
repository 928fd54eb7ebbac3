import { createHash, randomBytes } from 'node:crypto';

export const ABSOLUTE_LIFE_MS = 12 * 3_600_000;
export const IDLE_LIFE_MS = 30 * 60_000;
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
}

/** Whether a session may still be used at `now` (epoch ms): not ended, 12 h absolute, 30 min idle. */
export function isSessionLive(
  session: Pick<Session, 'endedAt' | 'expiresAt' | 'lastSeenAt'>,
  now: number,
): boolean {
  if (session.endedAt !== null || session.expiresAt.getTime() <= now) return false;
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
