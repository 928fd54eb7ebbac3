import { unavailable } from '../core/errors/app-error.ts';
import { currentTraceparent } from '../core/telemetry/trace-context.ts';
import type { NamedStatement } from './database.ts';
import type { ConnectionPool } from './pool.ts';
import { fromPostgres, isConnectionLoss } from './postgres-failure.ts';

/**
 * SQL of `argument`, of a function that writes to the outbox; before the function runs, the trace in `parameter` (such
 * as $3) is handed to its rows. A setting of its own would need a transaction around the statement: a second round
 * trip, and two statements more.
 */
export function inTrace(parameter: string, argument: string): string {
  return `CASE WHEN set_config('app.traceparent', ${parameter}, true) IS NOT NULL THEN ${argument} END`;
}

/** The statement with the trace as its last value, for inTrace; empty when nothing is traced. */
export function withTraceparent(statement: NamedStatement): NamedStatement {
  return { ...statement, values: [...(statement.values ?? []), currentTraceparent() ?? ''] };
}

type Connection = Awaited<ReturnType<ConnectionPool['take']>>;
type Statement = Omit<NamedStatement, 'name'> & { readonly name?: string };

/**
 * Runs one statement in autocommit: one round trip instead of three, as atomic and as durable as a transaction.
 * @throws AppError COMMIT_UNKNOWN when the connection is lost after sending; DATABASE_UNAVAILABLE when nothing was sent
 */
export async function autocommit<R extends object>(pool: ConnectionPool, statement: Statement): Promise<R[]> {
  const client = await pool.take();
  try {
    return await runOn<R>(client, statement);
  } catch (failure) {
    if (!isConnectionLoss(failure)) throw failure;
    const message = 'The connection to the database was lost before it confirmed the change';
    throw unavailable('COMMIT_UNKNOWN', message, { cause: failure });
  }
}

/** The same for a statement that only reads, so a lost connection leaves no unknown outcome. */
export async function autocommitRead<R extends object>(
  pool: ConnectionPool,
  statement: Statement,
): Promise<R[]> {
  return await runOn<R>(await pool.take(), statement);
}

/** Gives the connection back, or closes it when it is lost. */
async function runOn<R extends object>(client: Connection, statement: Statement): Promise<R[]> {
  try {
    const { rows } = await client.query<R>({ ...statement, values: [...(statement.values ?? [])] });
    client.release();
    return rows;
  } catch (thrown) {
    const failure = fromPostgres(thrown);
    client.release(isConnectionLoss(failure));
    throw failure;
  }
}
