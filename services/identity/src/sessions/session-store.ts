import type { Tx } from '@pii-vault/platform/postgres/database';
import { ROLE_VERSION } from '../accounts/roles/role-store.ts';
import type { LiveCredential } from '../credentials/api-credential.ts';
import type { Attempt } from './logins/attempt.ts';
import { IDLE_LIFE_MS, type Session, TOUCH_EVERY_MS } from './session.ts';

const COLUMNS = `s.id, s.user_id AS "userId", s.context_sha256 AS "contextSha256", s.created_at AS "createdAt",
  s.last_seen_at AS "lastSeenAt", s.expires_at AS "expiresAt", s.ended_at AS "endedAt", s.proven_at AS "provenAt",
  s.factor_at AS "factorAt", s.pending_attempt AS "pendingAttempt",
  CASE WHEN s.kind <> 'login' THEN jsonb_build_object('actorUserId', s.actor_user_id, 'companyId', s.company_id,
    'role', s.role, 'permissions', s.permissions) END AS delegation,
  s.client_made_by AS "clientMadeBy", delegation_version(s) AS "delegationVersion", has_live_parent(s) AS "hasLiveParent"`;

export interface NewSession {
  readonly id: string;
  readonly userId: number;
  readonly contextSha256: Buffer | null;
  readonly ipAddress: string;
  readonly userAgent: string;
  readonly startedAt: Date;
  readonly expiresAt: Date;
  /** A login starts with a proof; a token, and a login that waits for its second factor, do not. */
  readonly provenAt: Date | null;
  /** Facts of a login that waits for its second factor. */
  readonly pendingAttempt: Attempt | null;
}

export async function insertSession(tx: Tx, session: NewSession): Promise<void> {
  await tx.query(
    `INSERT INTO user_sessions (id, user_id, context_sha256, ip_address, user_agent, created_at, last_seen_at, expires_at, proven_at,
       pending_attempt)
     VALUES ($1::text, $2::bigint, $3::bytea, $4::text, $5::text, $6::timestamptz, $6::timestamptz, $7::timestamptz, $8::timestamptz,
       $9::jsonb)`,
    [
      session.id,
      session.userId,
      session.contextSha256,
      session.ipAddress,
      session.userAgent,
      session.startedAt,
      session.expiresAt,
      session.provenAt,
      session.pendingAttempt === null ? null : JSON.stringify(session.pendingAttempt),
    ],
  );
}

/** Records a proof in a login session. @returns whether it exists and has not been ended */
export async function markProven(tx: Tx, id: string, at: Date): Promise<boolean> {
  const rows = await tx.query(
    `UPDATE user_sessions SET proven_at = $2::timestamptz
     WHERE id = $1::text AND kind = 'login' AND ended_at IS NULL RETURNING id`,
    [id, at],
  );
  return rows.length > 0;
}

/**
 * Records the second factor in a login session; it counts as a proof. @param expiresAt the new end of a session that
 * waited for it @returns whether the session exists and has not been ended
 */
export async function markFactorGiven(tx: Tx, id: string, at: Date, expiresAt?: Date): Promise<boolean> {
  const rows = await tx.query(
    `UPDATE user_sessions SET factor_at = $2::timestamptz, proven_at = $2::timestamptz, pending_attempt = NULL,
       expires_at = coalesce($3::timestamptz, expires_at)
     WHERE id = $1::text AND kind = 'login' AND ended_at IS NULL RETURNING id`,
    [id, at, expiresAt],
  );
  return rows.length > 0;
}

export async function findSession(tx: Tx, id: string): Promise<Session | undefined> {
  const rows = await tx.query<Session>(`SELECT ${COLUMNS} FROM user_sessions s WHERE s.id = $1::text`, [id]);
  return rows[0];
}

/** Ends a session once; undefined when it had ended already or does not exist. */
export async function endSession(tx: Tx, id: string, cause: string): Promise<{ userId: number } | undefined> {
  const rows = await tx.query<{ userId: number }>(
    `UPDATE user_sessions SET ended_at = now(), end_cause = $2::text
     WHERE id = $1::text AND ended_at IS NULL RETURNING user_id AS "userId"`,
    [id, cause],
  );
  return rows[0];
}

/** Ends all sessions of a user except one. @returns the ids of those that ended now */
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

/** Records that sessions are in use, at most once a minute each. A session that was idle too long stays ended. */
export async function touchSessions(tx: Tx, ids: readonly string[], now: Date): Promise<void> {
  await tx.query(
    `UPDATE user_sessions SET last_seen_at = $2::timestamptz
     WHERE id = ANY ($1::text[]) AND ended_at IS NULL
       AND last_seen_at <= $2::timestamptz - make_interval(secs => $3::double precision / 1000)
       AND last_seen_at > $2::timestamptz - make_interval(secs => $4::double precision / 1000)`,
    [ids, now, TOUCH_EVERY_MS, IDLE_LIFE_MS],
  );
}

/** Those of the sessions that are live and whose users are active. */
export function liveSessions(tx: Tx, ids: readonly string[], now: Date): Promise<LiveCredential[]> {
  return tx.query<LiveCredential>(
    `SELECT s.id, greatest(${ROLE_VERSION}, delegation_version(s)) AS "roleVersion"
     FROM user_sessions s JOIN users u ON u.id = s.user_id
     WHERE s.id = ANY ($1::text[]) AND s.ended_at IS NULL AND s.expires_at > $2::timestamptz
       AND (s.kind <> 'login' OR s.last_seen_at > $2::timestamptz - make_interval(secs => $3::double precision / 1000))
       AND has_live_parent(s) AND u.status = 'active' AND u.deleted_at IS NULL`,
    [ids, now, IDLE_LIFE_MS],
  );
}

export interface LiveSession {
  readonly id: string;
  readonly kind: string;
  readonly userId: number;
  /** Creator of a token; null for a login. */
  readonly actorUserId: number | null;
  readonly companyId: number | null;
  readonly role: string | null;
  readonly ipAddress: string;
  readonly userAgent: string;
  readonly createdAt: Date;
  readonly lastSeenAt: Date;
  readonly expiresAt: Date;
}

const LISTED_COLUMNS = `s.id, s.kind, s.user_id AS "userId", s.actor_user_id AS "actorUserId",
  s.company_id AS "companyId", s.role, s.ip_address AS "ipAddress", s.user_agent AS "userAgent", s.created_at AS "createdAt",
  s.last_seen_at AS "lastSeenAt", s.expires_at AS "expiresAt"`;
const IS_OWN = `s.ended_at IS NULL AND s.pending_attempt IS NULL AND s.expires_at > now() AND has_live_parent(s)
  AND (s.user_id = $1::bigint OR s.actor_user_id = $1::bigint)
  AND (s.kind <> 'login' OR s.last_seen_at > now() - make_interval(secs => ${IDLE_LIFE_MS / 1000}))`;

/** Sessions of a user, and tokens created by or for it, newest first. */
export function listLiveSessions(tx: Tx, userId: number): Promise<LiveSession[]> {
  return tx.query<LiveSession>(LIST_LIVE_SESSIONS, [userId]);
}
// A user has few at a time: two indexes find them, and they are sorted afterwards.
export const LIST_LIVE_SESSIONS = `SELECT ${LISTED_COLUMNS} FROM user_sessions s WHERE ${IS_OWN}
  ORDER BY s.created_at DESC, s.id LIMIT 200`;

/** Deletes sessions that expired more than 30 days ago; an ended one stays until then, too. */
export async function deleteOldSessions(tx: Tx): Promise<void> {
  await tx.query(`DELETE FROM user_sessions WHERE expires_at < now() - interval '30 days'`);
}
