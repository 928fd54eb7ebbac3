import pg from 'pg';
import { resourceExhausted } from '../core/errors/app-error.ts';
import type { Logger } from '../core/log/log.ts';
import { connectionSettings, type DatabaseAddress, type Login } from './connection.ts';
import { fromPostgres } from './postgres-failure.ts';
import { valueParsers } from './value-parsers.ts';

export interface PoolOptions {
  readonly address: DatabaseAddress;
  readonly login: Login;
  /** Shown in pg_stat_activity. */
  readonly applicationName: string;
  readonly maxConnections: number;
  /** Callers that may wait for a connection; the next one is refused with RESOURCE_EXHAUSTED. */
  readonly maxWaiting: number;
  readonly log: Pick<Logger, 'warn'>;
}

/**
 * A bounded pool with a bounded queue. Its connections pipeline: they send a statement without waiting for the previous
 * answer. The driver ends each statement with a Sync, so statements after a failed one still run, unless an aborted
 * transaction refuses them.
 */
export interface ConnectionPool {
  /** @throws AppError UNAVAILABLE when no connection comes within 5 s, RESOURCE_EXHAUSTED when too many wait */
  take(): Promise<pg.PoolClient>;
  close(): Promise<void>;
  usage(): PoolUsage;
}

/** Connections of a pool at this moment. */
export interface PoolUsage {
  readonly used: number;
  readonly idle: number;
  /** Callers that wait for a connection. */
  readonly waiting: number;
  readonly max: number;
}

const WAIT_FOR_CONNECTION_MS = 5_000;
const IDLE_MS = 30_000;

export function createPool(options: PoolOptions): ConnectionPool {
  const pool = new pg.Pool({
    ...connectionSettings(options.address, options.login, options.applicationName),
    max: options.maxConnections,
    connectionTimeoutMillis: WAIT_FOR_CONNECTION_MS,
    idleTimeoutMillis: IDLE_MS,
    types: valueParsers,
    pipeline: true,
    allowExitOnIdle: true,
  });
  let isClosing = false;
  pool.on('error', (error) => {
    if (!isClosing) options.log.warn('idle database connection lost', { err: error });
  });
  // A client that breaks between two queries of a transaction emits 'error'; unheard, it would end the process.
  pool.on('connect', (client) => client.on('error', () => undefined));

  return {
    async take() {
      if (pool.waitingCount >= options.maxWaiting) throw tooManyWaiting();
      return await pool.connect().catch((error: unknown) => {
        throw fromPostgres(error);
      });
    },
    close() {
      isClosing = true;
      return pool.end();
    },
    usage: () => ({
      used: pool.totalCount - pool.idleCount,
      idle: pool.idleCount,
      waiting: pool.waitingCount,
      max: options.maxConnections,
    }),
  };
}

const tooManyWaiting = () =>
  resourceExhausted('DATABASE_BUSY', 'Too many requests wait for the database', {
    retryAfterMs: 1_000,
  });
