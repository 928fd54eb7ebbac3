import { AppError } from '@pii-vault/platform/core/errors/app-error';
import type { Logger } from '@pii-vault/platform/core/log/log';
import type { Database, Tx } from '@pii-vault/platform/postgres/database';
import { COUNTS, takeOut } from './login-sums.ts';

export interface MovesDeps {
  readonly db: Pick<Database, 'system'>;
  readonly log: Pick<Logger, 'warn'>;
}

/** Limits per run. Users are moved until `signal` aborts; the one being moved is completed. */
export interface MovesBound {
  readonly signal: AbortSignal;
  readonly users: number;
  /** Timeout of each statement. */
  readonly timeoutMs: number;
}

/** Maximum number of notes per run. */
const MAX_NOTES = 1_000;

/**
 * Moves counted attempts of users that other companies see now: sums of a window are stored by the companies that see
 * them, and a change of a user or its roles is noted in login_moves. Called by a job and by readers of the sums. A user
 * that cannot be moved goes to the end of the queue and is retried next time. Never throws.
 */
export async function followMoves({ db, log }: MovesDeps, bound: MovesBound): Promise<void> {
  const { signal, users, timeoutMs } = bound;
  const inTime = <T>(work: (tx: Tx) => Promise<T>) =>
    db.system(async (tx) => {
      await tx.query(`SELECT set_config('statement_timeout', $1::text, true)`, [String(timeoutMs)]);
      return work(tx);
    });
  try {
    const noted = await db.system((tx) => tx.query<Moved>(NOTED, [MAX_NOTES]));
    if (noted.length === 0) return;
    const ids = noted.map(({ userId }) => userId);
    const entered = await inTime((tx) => tx.query<Moved>(ENTER, [ids]));
    const done = new Set(entered.map(({ userId }) => userId));
    for (const userId of ids.filter((id) => !done.has(id)).slice(0, users)) {
      if (signal.aborted) return;
      try {
        await inTime((tx) => move(tx, userId));
      } catch (thrown) {
        // An error with one user must not block the others.
        log.warn('attempts of a user were not moved', { userId, err: AppError.from(thrown) });
        await inTime((tx) => tx.query(PUT_LAST, [userId]));
      }
    }
  } catch (thrown) {
    log.warn('moves of users were not followed', { err: AppError.from(thrown) });
  }
}

interface Moved {
  readonly userId: number;
}

const NOTED = `SELECT user_id AS "userId" FROM (SELECT id, user_id FROM login_moves ORDER BY id LIMIT $1::integer) AS first
  GROUP BY user_id ORDER BY min(id)`;

/** A user without a sign-in has nothing to move. Waits for a concurrent first attempt of the user. */
const ENTER = `WITH entered AS (
    INSERT INTO login_viewers SELECT id, companies_seeing(id) FROM users WHERE id = ANY($1::bigint[]) ORDER BY id
    ON CONFLICT DO NOTHING RETURNING user_id)
  DELETE FROM login_moves WHERE user_id IN (SELECT user_id FROM entered) RETURNING user_id AS "userId"`;

const PUT_LAST = `WITH gone AS (DELETE FROM login_moves WHERE user_id = $1::bigint RETURNING user_id)
  INSERT INTO login_moves (user_id) SELECT DISTINCT user_id FROM gone`;

/** One transaction, during which no window slides and no attempt of the user is added. */
async function move(tx: Tx, userId: number): Promise<void> {
  await tx.query('SELECT FROM login_windows ORDER BY hours FOR UPDATE');
  await tx.query('SELECT FROM login_viewers WHERE user_id = $1::bigint FOR UPDATE', [userId]);
  await tx.query('DELETE FROM login_moves WHERE user_id = $1::bigint', [userId]);
  const [seen] = await tx.query<{ was: number[]; is: number[]; stays: boolean }>(
    `SELECT company_ids AS was, companies_seeing(user_id) AS is, company_ids = companies_seeing(user_id) AS stays
     FROM login_viewers WHERE user_id = $1::bigint`,
    [userId],
  );
  if (seen === undefined || seen.stays) return;
  await takeOut(tx, OWN, [userId, seen.was]);
  await tx.query(GIVE_TO, [userId, seen.is]);
  await tx.query('UPDATE login_addresses SET company_ids = $2::bigint[] WHERE user_id = $1::bigint', [
    userId,
    seen.is,
  ]);
  await tx.query(FORGET_SOURCES, [userId, seen.was]);
  await tx.query(FIND_SOURCES, [userId, seen.was, seen.is]);
  await tx.query(MOVE_HOURS, [userId, seen.was, seen.is]);
  await tx.query('UPDATE login_viewers SET company_ids = $2::bigint[] WHERE user_id = $1::bigint', [
    userId,
    seen.is,
  ]);
}

/** Sums of a user in windows, by companies. */
const OWN = `SELECT w.hours, $2::bigint[] AS company_ids, a.device, ${COUNTS}
  FROM login_attempts a JOIN login_windows w ON a.created_at > w.cut_at
  WHERE a.user_id = $1::bigint AND a.created_at > (SELECT min(cut_at) FROM login_windows) GROUP BY 1, 2, 3`;

const GIVE_TO = `INSERT INTO login_sums AS d (hours, company_ids, device, attempts, successful, blocked, high_risk)
  SELECT hours, company_ids, device, n, successful, blocked, high_risk FROM (${OWN}) AS s ORDER BY 1, 2, 3
  ON CONFLICT (hours, company_ids, device) DO UPDATE SET attempts = d.attempts + excluded.attempts,
    successful = d.successful + excluded.successful, blocked = d.blocked + excluded.blocked,
    high_risk = d.high_risk + excluded.high_risk`;

/**
 * Subtracts a user's quarters of hours from one list of companies and adds them to another; locks rows in the order of
 * their key.
 */
const MOVE_HOURS = `WITH own AS (
    SELECT date_bin('15 minutes', created_at, 'epoch'::timestamptz) AS hour, count(*) FILTER (WHERE success) AS successful,
      count(*) FILTER (WHERE NOT success AND NOT blocked) AS failed, count(*) FILTER (WHERE blocked) AS blocked
    FROM login_attempts WHERE user_id = $1::bigint AND created_at > now() - interval '31 days' GROUP BY 1)
  INSERT INTO login_hours AS d (company_ids, hour, successful, failed, blocked)
  SELECT m.company_ids, hour, sign * successful, sign * failed, sign * blocked
  FROM own CROSS JOIN (VALUES ($2::bigint[], -1), ($3::bigint[], 1)) AS m(company_ids, sign) ORDER BY 2, 1
  ON CONFLICT (hour, company_ids) DO UPDATE SET successful = d.successful + excluded.successful,
    failed = d.failed + excluded.failed, blocked = d.blocked + excluded.blocked`;

const OWN_ADDRESSES = 'SELECT ip_address FROM login_addresses WHERE user_id = $1::bigint';

const FORGET_SOURCES = `DELETE FROM login_sources WHERE company_ids = $2::bigint[] AND ip_address IN (${OWN_ADDRESSES})`;

/** Other users may have been seen at the same address. */
const FIND_SOURCES = `INSERT INTO login_sources AS d (ip_address, company_ids, last_seen_at)
  SELECT ip_address, company_ids, max(last_seen_at) FROM login_addresses
  WHERE ip_address IN (${OWN_ADDRESSES}) AND (company_ids = $2::bigint[] OR company_ids = $3::bigint[])
  GROUP BY 1, 2 ORDER BY 1, 2
  ON CONFLICT (ip_address, company_ids) DO UPDATE SET last_seen_at = greatest(d.last_seen_at, excluded.last_seen_at)`;
