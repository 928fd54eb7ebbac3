import { cursorOf, keyIn } from '@pii-vault/platform/core/tables/list-cursor';
import type { Tx } from '@pii-vault/platform/postgres/database';
import { HIGH_RISK } from '../risk-score.ts';
import { ATTEMPT_COLUMNS, type ListedAttempt, WITHIN_HOURS } from './listed-attempt.ts';

/** Position of an attempt in the list. */
interface Place {
  readonly id: number;
  /** Its exact time, µs since 1970. */
  readonly at: number;
}
export type HighRiskAttempt = ListedAttempt & Place;

export interface AttemptPage {
  readonly hours: number;
  /** Attempts after this one; undefined: from the newest. */
  readonly after: Place | undefined;
  readonly limit: number;
}

/** Newest first; the transaction's scope decides which attempts there are. */
export function highRiskAttempts(tx: Tx, { hours, limit, after }: AttemptPage): Promise<HighRiskAttempt[]> {
  return after === undefined
    ? tx.query<HighRiskAttempt>(HIGH_RISK_ATTEMPTS, [hours, limit])
    : tx.query<HighRiskAttempt>(OLDER_HIGH_RISK_ATTEMPTS, [hours, limit, after.at, after.id]);
}

const selectAttempts = (where: string) => `SELECT ${ATTEMPT_COLUMNS},
    (extract(epoch FROM created_at) * 1000000)::bigint AS at FROM login_attempts
  WHERE ${WITHIN_HOURS} AND risk_score >= ${HIGH_RISK}${where} ORDER BY created_at DESC, id DESC LIMIT $2::integer`;
export const HIGH_RISK_ATTEMPTS = selectAttempts('');
export const OLDER_HIGH_RISK_ATTEMPTS = selectAttempts(
  ` AND (created_at, id) < ('epoch'::timestamptz + $3::bigint * interval '1 microsecond', $4::bigint)`,
);

export const attemptCursor = ({ at, id }: Place): string => cursorOf(at, id);

/** @throws AppError INVALID_ARGUMENT INVALID_CURSOR */
export function placeOf(cursor: string | undefined): Place | undefined {
  const [at, id] = keyIn(cursor, 2) ?? [];
  return at === undefined || id === undefined ? undefined : { at, id };
}
