import type { Tx } from '@pii-vault/platform/postgres/database';
import type { TotpSecret } from './factor-store.ts';

export const CHALLENGE_LIFE_MS = 5 * 60_000;
/** Entering a secret into an app takes longer than touching a key. */
export const TOTP_ENROLMENT_LIFE_MS = 10 * 60_000;

export interface ChallengePlace {
  readonly sessionId: string;
  readonly userId: number;
}

export type PasskeyPurpose = 'enrol_passkey' | 'assert_passkey';

/** Stores the challenge of a ceremony and replaces a former one of the session for the same purpose. */
export async function keepChallenge(
  tx: Tx,
  { sessionId, userId }: ChallengePlace,
  purpose: PasskeyPurpose,
  challenge: string,
  expiresAt: Date,
): Promise<void> {
  await tx.query(
    `INSERT INTO factor_challenges (session_id, purpose, user_id, challenge, expires_at)
     VALUES ($1::text, $2::text, $3::bigint, $4::text, $5::timestamptz)
     ON CONFLICT (session_id, purpose) DO UPDATE SET challenge = excluded.challenge, expires_at = excluded.expires_at`,
    [sessionId, purpose, userId, challenge, expiresAt],
  );
}

/** Removes and returns the session's challenge: it is valid for one answer, right or wrong. Undefined without one. */
export async function takeChallenge(
  tx: Tx,
  { sessionId, userId }: ChallengePlace,
  purpose: PasskeyPurpose,
  now: Date,
): Promise<string | undefined> {
  const rows = await tx.query<{ challenge: string; isLive: boolean }>(
    `DELETE FROM factor_challenges WHERE session_id = $1::text AND purpose = $2::text AND user_id = $3::bigint
     RETURNING challenge, expires_at > $4::timestamptz AS "isLive"`,
    [sessionId, purpose, userId, now],
  );
  const [found] = rows;
  return found?.isLive === true ? found.challenge : undefined;
}

/** Stores a secret until its first code, and replaces a former one of the session. */
export async function keepTotpSecret(
  tx: Tx,
  { sessionId, userId }: ChallengePlace,
  { secretId, secret }: TotpSecret,
  expiresAt: Date,
): Promise<void> {
  await tx.query(
    `INSERT INTO factor_challenges (session_id, purpose, user_id, secret_id, secret, secret_key_version, expires_at)
     VALUES ($1::text, 'enrol_totp', $2::bigint, $3::uuid, $4::bytea, $5::integer, $6::timestamptz)
     ON CONFLICT (session_id, purpose) DO UPDATE SET secret_id = excluded.secret_id, secret = excluded.secret,
       secret_key_version = excluded.secret_key_version, expires_at = excluded.expires_at`,
    [sessionId, userId, secretId, secret.sealed, secret.keyVersion, expiresAt],
  );
}

/** The secret that waits for its first code. It stays, so that a mistyped code can be repeated. */
export async function findTotpSecret(
  tx: Tx,
  { sessionId, userId }: ChallengePlace,
  now: Date,
): Promise<TotpSecret | undefined> {
  const rows = await tx.query<{ secretId: string; sealed: Buffer; keyVersion: number }>(
    `SELECT secret_id AS "secretId", secret AS sealed, secret_key_version AS "keyVersion" FROM factor_challenges
     WHERE session_id = $1::text AND purpose = 'enrol_totp' AND user_id = $2::bigint AND expires_at > $3::timestamptz`,
    [sessionId, userId, now],
  );
  const [found] = rows;
  return found && { secretId: found.secretId, secret: found };
}

/** Removes the secret: one of several concurrent callers gets true. */
export async function takeTotpSecret(
  tx: Tx,
  { sessionId }: ChallengePlace,
  secretId: string,
): Promise<boolean> {
  const rows = await tx.query(
    `DELETE FROM factor_challenges WHERE session_id = $1::text AND purpose = 'enrol_totp' AND secret_id = $2::uuid
     RETURNING session_id`,
    [sessionId, secretId],
  );
  return rows.length > 0;
}

export async function deleteOldChallenges(tx: Tx): Promise<void> {
  await tx.query(`DELETE FROM factor_challenges WHERE expires_at < now()`);
}
