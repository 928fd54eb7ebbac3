import type { Tx } from '@pii-vault/platform/db/database';
import { HIGH_RISK } from '../logins/risk-score.ts';
import { ATTEMPT_COLUMNS, type ListedAttempt, WITHIN_HOURS } from './listed-attempt.ts';

export interface AttemptPage {
  readonly hours: number;
  /** Attempts older than this one; undefined: from the newest. */
  readonly beforeId: number | undefined;
  readonly limit: number;
}

/** Newest first; the transaction's scope decides which attempts there are. */
export function highRiskAttempts(tx: Tx, page: AttemptPage): Promise<ListedAttempt[]> {
  return page.beforeId === undefined
    ? tx.query<ListedAttempt>(HIGH_RISK_ATTEMPTS, [page.hours, page.limit])
    : tx.query<ListedAttempt>(OLDER_HIGH_RISK_ATTEMPTS, [page.hours, page.limit, page.beforeId]);
}

const selectAttempts = (where: string) => `SELECT ${ATTEMPT_COLUMNS} FROM login_attempts
  WHERE ${WITHIN_HOURS} AND risk_score >= ${HIGH_RISK}${where} ORDER BY created_at DESC, id DESC LIMIT $2::integer`;
export const HIGH_RISK_ATTEMPTS = selectAttempts('');
export const OLDER_HIGH_RISK_ATTEMPTS = selectAttempts(
  ` AND (created_at, id) < (SELECT l.created_at, l.id FROM login_attempts l WHERE l.id = $3::bigint)`,
);
