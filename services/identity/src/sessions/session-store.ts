import type { Tx } from '@pii-vault/platform/db/database';
import { ROLE_VERSION } from '../roles/role-store.ts';
import { IDLE_LIFE_MS, type Session, TOUCH_EVERY_MS } from './session.ts';

const COLUMNS = `id, user_id AS "userId", context_sha256 AS "contextSha256", created_at AS "createdAt",
  last_seen_at AS "lastSeenAt", expires_at AS "expiresAt", ended_at AS "endedAt"`;

export interface NewSession {
  readonly id: string;
  readonly userId: number;
  readonly contextSha256: Buffer | null;
  readonly ipAddress: string;
  readonly userAgent: string;
  readonly startedAt: Date;
  readonly expiresAt: Date;
}

export async function insertSession(tx: Tx, session: NewSession): Promise<void> {
  await tx.query(
    `INSERT INTO user_sessions (id, user_id, context_sha256, ip_address, user_agent, created_at, last_seen_at, expires_at)
     VALUES ($1::text, $2::bigint, $3::bytea, $4::text, $5::text, $6::timestamptz, $6::timestamptz, $7::timestamptz)`,
    [
      session.id,
      session.userId,
      session.contextSha256,
      session.ipAddress,
      session.userAgent,
      session.startedAt,
      session.expiresAt,
    ],
  );
}

export async function findSession(tx: Tx, id: string): Promise<Session | undefined> {
  const rows = await tx.query<Session>(`SELECT ${COLUMNS} FROM user_sessions WHERE id = $1::text`, [id]);
  return rows[0];
}

/** Ends a session once; undefined when it was over already or never was. */
export async function endSession(tx: Tx, id: string, cause: string): Promise<{ userId: number } | undefined> {
  const rows = await tx.query<{ userId: number }>(
    `UPDATE user_sessions SET ended_at = now(), end_cause = $2::text
     WHERE id = $1::text AND ended_at IS NULL RETURNING user_id AS "userId"`,
    [id, cause],
  );
  return rows[0];
}

/** Ends a user's sessions but one. @returns the ids of those that ended now */
export async function endSessionsOf(
  tx: Tx,
  userId: number,
  cause: string,
  keptId?: string,
): Promise<string[]> {
  const rows = await tx.query<{ id: string }>(
    `UPDATE user_sessions SET ended_at = now(), end_cause = $2::text
     WHERE user_id = $1::bigint AND ended_at IS NULL AND id IS DISTINCT FROM $3::text RETURNING id`,
    [userId, cause, keptId],
  );
  return rows.map(({ id }) => id);
}

/** Notes that sessions are in use, at most once a minute each. A session that idled too long stays dead. */
export async function touchSessions(tx: Tx, ids: readonly string[], now: Date): Promise<void> {
  await tx.query(
    `UPDATE user_sessions SET last_seen_at = $2::timestamptz
     WHERE id = ANY ($1::text[]) AND ended_at IS NULL
       AND last_seen_at <= $2::timestamptz - make_interval(secs => $3::double precision / 1000)
       AND last_seen_at > $2::timestamptz - make_interval(secs => $4::double precision / 1000)`,
    [ids, now, TOUCH_EVERY_MS, IDLE_LIFE_MS],
  );
}

export interface LiveCredential {
  readonly id: string;
  readonly roleVersion: number;
}

/** Those of the sessions that may still be used, whose users are active. */
export function liveSessions(tx: Tx, ids: readonly string[], now: Date): Promise<LiveCredential[]> {
  return tx.query<LiveCredential>(
    `SELECT s.id, ${ROLE_VERSION} AS "roleVersion"
     FROM user_sessions s JOIN users u ON u.id = s.user_id
     WHERE s.id = ANY ($1::text[]) AND s.ended_at IS NULL AND s.expires_at > $2::timestamptz
       AND s.last_seen_at > $2::timestamptz - make_interval(secs => $3::double precision / 1000)
       AND u.status = 'active' AND u.deleted_at IS NULL`,
    [ids, now, IDLE_LIFE_MS],
  );
}

/** Forgets sessions that have been over for a month. */
export async function deleteOldSessions(tx: Tx): Promise<void> {
  await tx.query(`DELETE FROM user_sessions WHERE expires_at < now() - interval '30 days'`);
}
