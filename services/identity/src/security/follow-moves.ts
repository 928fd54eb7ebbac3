import type { Database, Tx } from '@pii-vault/platform/db/database';

type MovesDeps = Pick<Database, 'system'>;

/**
 * Attempts of users whom other companies see now are counted there: sums of a window are kept by who sees them, and who
 * changes a user or its roles notes it in login_moves. Called by a job and by whoever reads the sums.
 */
export async function followMoves(db: MovesDeps): Promise<void> {
  const moved = await db.system((tx) =>
    tx.query<{ userId: number }>('SELECT DISTINCT user_id AS "userId" FROM login_moves ORDER BY 1'),
  );
  for (const { userId } of moved) await db.system((tx) => move(tx, userId));
}

/** One transaction, in which no window is moved along and no attempt of the user comes in. */
async function move(tx: Tx, userId: number): Promise<void> {
  await tx.query('SELECT FROM login_windows ORDER BY hours FOR UPDATE');
  // Waits for an attempt that is just entering the user for the first time.
  await tx.query(
    `INSERT INTO login_viewers SELECT id, '{}' FROM users WHERE id = $1::bigint ON CONFLICT DO NOTHING`,
    [userId],
  );
  await tx.query('SELECT FROM login_viewers WHERE user_id = $1::bigint FOR UPDATE', [userId]);
  await tx.query('DELETE FROM login_moves WHERE user_id = $1::bigint', [userId]);
  const [seen] = await tx.query<{ was: number[]; is: number[]; stays: boolean }>(
    `SELECT company_ids AS was, companies_seeing(user_id) AS is, company_ids = companies_seeing(user_id) AS stays
     FROM login_viewers WHERE user_id = $1::bigint`,
    [userId],
  );
  if (seen === undefined || seen.stays) return;
  await tx.query(TAKE_FROM, [userId, seen.was]);
  await tx.query(GIVE_TO, [userId, seen.is]);
  await tx.query('UPDATE login_addresses SET company_ids = $2::bigint[] WHERE user_id = $1::bigint', [
    userId,
    seen.is,
  ]);
  await tx.query(FORGET_SOURCES, [userId, seen.was]);
  await tx.query(FIND_SOURCES, [userId, seen.was, seen.is]);
  await tx.query('UPDATE login_viewers SET company_ids = $2::bigint[] WHERE user_id = $1::bigint', [
    userId,
    seen.is,
  ]);
}

/** What windows hold of a user: its devices are known by its addresses. */
const OWN = `SELECT w.hours, a.device, count(*) AS n, count(*) FILTER (WHERE a.success) AS successful,
    count(*) FILTER (WHERE a.blocked) AS blocked, count(*) FILTER (WHERE a.risk_score >= 70) AS high_risk
  FROM (SELECT DISTINCT device FROM login_addresses WHERE user_id = $1::bigint) AS d
  JOIN login_attempts a ON a.device = d.device AND a.user_id = $1::bigint
    AND a.created_at > (SELECT min(cut_at) FROM login_windows)
  JOIN login_windows w ON a.created_at > w.cut_at GROUP BY 1, 2`;

const TAKE_FROM = `MERGE INTO login_sums AS d USING (${OWN}) AS s
  ON d.hours = s.hours AND d.company_ids = $2::bigint[] AND d.device = s.device
  WHEN MATCHED AND d.attempts <= s.n THEN DELETE
  WHEN MATCHED THEN UPDATE SET attempts = d.attempts - s.n, successful = d.successful - s.successful,
    blocked = d.blocked - s.blocked, high_risk = d.high_risk - s.high_risk`;

const GIVE_TO = `INSERT INTO login_sums AS d (hours, company_ids, device, attempts, successful, blocked, high_risk)
  SELECT hours, $2::bigint[], device, n, successful, blocked, high_risk FROM (${OWN}) AS s ORDER BY 1, 3
  ON CONFLICT (hours, company_ids, device) DO UPDATE SET attempts = d.attempts + excluded.attempts,
    successful = d.successful + excluded.successful, blocked = d.blocked + excluded.blocked,
    high_risk = d.high_risk + excluded.high_risk`;

const OWN_ADDRESSES = 'SELECT ip_address FROM login_addresses WHERE user_id = $1::bigint';

const FORGET_SOURCES = `DELETE FROM login_sources WHERE company_ids = $2::bigint[] AND ip_address IN (${OWN_ADDRESSES})`;

/** Others may have been seen at the same address. */
const FIND_SOURCES = `INSERT INTO login_sources AS d (ip_address, company_ids, last_seen_at)
  SELECT ip_address, company_ids, max(last_seen_at) FROM login_addresses
  WHERE ip_address IN (${OWN_ADDRESSES}) AND (company_ids = $2::bigint[] OR company_ids = $3::bigint[])
  GROUP BY 1, 2 ORDER BY 1, 2
  ON CONFLICT (ip_address, company_ids) DO UPDATE SET last_seen_at = greatest(d.last_seen_at, excluded.last_seen_at)`;
