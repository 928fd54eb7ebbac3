import { timingSafeEqual } from 'node:crypto';
import type { Tx } from '@pii-vault/platform/postgres/database';
import { CODE_LIFE_MS, CODE_REST_MS, CODES_PER_DAY, codeDigest, type LoginCode } from './login-code.ts';

/**
 * Stores a new code for a user; false when the last one is recent and stays valid, or after too many within a day. Only
 * callers with the password get here: an owner without a known device sets a new password by the mailed link, which
 * resets the count.
 */
export async function storeCode(tx: Tx, userId: number, code: LoginCode): Promise<boolean> {
  const rows = await tx.query(
    `INSERT INTO login_codes AS c (user_id, salt, code_sha256) VALUES ($1::bigint, $2::bytea, $3::bytea)
     ON CONFLICT (user_id) DO UPDATE
       SET salt = excluded.salt, code_sha256 = excluded.code_sha256, tries_left = 5, sent_at = now(),
         day_began_at = CASE WHEN ${IS_OVER} THEN now() ELSE c.day_began_at END,
         sent_in_day = CASE WHEN ${IS_OVER} THEN 1 ELSE c.sent_in_day + 1 END
       WHERE c.sent_at <= now() - make_interval(secs => $4::double precision / 1000)
         AND (c.sent_in_day < $5::integer OR ${IS_OVER})
     RETURNING user_id`,
    [userId, code.salt, code.codeSha256, CODE_REST_MS, CODES_PER_DAY],
  );
  return rows.length > 0;
}
const IS_OVER = `c.day_began_at <= now() - interval '24 hours'`;

/** Checks a code: each try costs one of five, and a correct one is used up. An empty code costs none. */
export async function takeCode(tx: Tx, userId: number, given: string): Promise<boolean> {
  const rows = await tx.query<{ salt: Buffer; codeSha256: Buffer }>(
    `UPDATE login_codes SET tries_left = tries_left - 1
     WHERE user_id = $1::bigint AND tries_left > 0 AND $3::text <> ''
       AND sent_at > now() - make_interval(secs => $2::double precision / 1000)
     RETURNING salt, code_sha256 AS "codeSha256"`,
    [userId, CODE_LIFE_MS, given],
  );
  const [kept] = rows;
  if (kept === undefined || !timingSafeEqual(codeDigest(given, kept.salt), kept.codeSha256)) return false;
  await tx.query(`DELETE FROM login_codes WHERE user_id = $1::bigint`, [userId]);
  return true;
}
