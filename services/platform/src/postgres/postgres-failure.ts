import pg from 'pg';
import { AppError, aborted, alreadyExists, internal, unavailable } from '../core/errors/app-error.ts';

/**
 * What of a PostgreSQL error may be kept: state, place and, where PostgreSQL never quotes a value in it,
 * the message. `detail` and the messages of class 22 repeat values, so they are dropped here.
 */
export class PostgresFailure extends Error {
  readonly sqlState: string;
  /** The same, where logs look for it. */
  readonly code: string;
  readonly constraint: string | undefined;
  readonly table: string | undefined;

  constructor(error: pg.DatabaseError) {
    const sqlState = error.code ?? 'XX000';
    super(QUOTES_NO_VALUE.has(sqlState.slice(0, 2)) ? error.message : `PostgreSQL error ${sqlState}`);
    this.name = 'PostgresFailure';
    this.sqlState = sqlState;
    this.code = sqlState;
    this.constraint = error.constraint;
    this.table = error.table;
  }
}

const QUOTES_NO_VALUE: ReadonlySet<string> = new Set(['23', '25', '28', '40', '42', '53', '55', '57', 'P0']);

const BROKEN_SOCKET =
  /ECONN|EPIPE|ETIMEDOUT|ENOENT|EHOSTUNREACH|terminat|timeout exceeded|not queryable|Connection/i;

/** Whether the connection itself is lost, so that its client must be thrown away. */
export function isConnectionLoss(thrown: unknown): boolean {
  if (thrown instanceof AppError) return thrown.reason === 'DATABASE_UNAVAILABLE';
  if (thrown instanceof pg.DatabaseError) return isUnavailable(thrown.code ?? '');
  if (!(thrown instanceof Error)) return false;
  return BROKEN_SOCKET.test(`${'code' in thrown ? String(thrown.code) : ''} ${thrown.message}`);
}

const UNAVAILABLE: ReadonlySet<string> = new Set(['57P01', '57P02', '57P03', '25P03', '53300']);
/** SQLSTATEs of a standby that refuses a write or a read-write transaction. */
const TAKES_NO_WRITES: ReadonlySet<string> = new Set(['25006', '0A000']);

function isUnavailable(sqlState: string): boolean {
  return sqlState.startsWith('08') || UNAVAILABLE.has(sqlState);
}

/** Of a statement that has ended itself: the SQL function take_back(). */
const TAKEN_BACK = 'PV001';

/**
 * A driver's or server's error as AppError: ALREADY_EXISTS for unique and foreign keys, ABORTED for what a
 * retry may cure, DEADLINE_EXCEEDED for the statement timeout, UNAVAILABLE for a lost connection, a standby or a full
 * disk, INTERNAL for the rest. The cause is a PostgresFailure and holds no value of a row.
 */
export function fromPostgres(thrown: unknown): AppError {
  if (thrown instanceof AppError) return thrown;
  if (!(thrown instanceof pg.DatabaseError)) {
    return isConnectionLoss(thrown) ? databaseUnavailable(thrown) : AppError.from(thrown);
  }
  const cause = new PostgresFailure(thrown);
  const state = cause.sqlState;
  if (state === '23505' || state === '23503')
    return alreadyExists('CONFLICT', 'This conflicts with something that exists already', { cause });
  if (state === '40001' || state === '40P01' || state === '55P03')
    return aborted('CONCURRENT_CHANGE', 'Somebody else changed this at the same time; try again', { cause });
  if (state === TAKEN_BACK) return aborted('TAKEN_BACK', 'The change was rolled back; try again', { cause });
  if (state === '57014')
    return new AppError('DEADLINE_EXCEEDED', 'DATABASE_TIMEOUT', 'The database took too long', { cause });
  if (TAKES_NO_WRITES.has(state))
    return unavailable('DATABASE_READ_ONLY', 'The database is read-only at the moment; try again later', {
      cause,
    });
  if (isUnavailable(state) || state.startsWith('53')) return databaseUnavailable(cause);
  return internal('DATABASE_ERROR', 'Something went wrong on our side', { cause });
}

const databaseUnavailable = (cause: unknown) =>
  unavailable('DATABASE_UNAVAILABLE', 'The database cannot be reached at the moment', { cause });
