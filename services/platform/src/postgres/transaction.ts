import pg from 'pg';
import { AppError, internal, unavailable } from '../core/errors/app-error.ts';
import { copyOut } from './copy-out.ts';
import type { NamedStatement, Tx } from './database.ts';
import { insertOutbox } from './outbox.ts';
import type { ConnectionPool } from './pool.ts';
import { fromPostgres, isConnectionLoss } from './postgres-failure.ts';
import { traced } from './traced.ts';

export interface TransactionHooks {
  /** Called after the commit of a transaction that wrote to the outbox. */
  onOutboxCommit(): void;
}

/**
 * Runs `work` in one transaction. `opening` starts with BEGIN and is one simple-protocol message, so that the scope is
 * set in the same round trip; it must be built from validated numbers and fixed names only. `work` starts once
 * PostgreSQL has confirmed the opening. Statements that `work` starts together are pipelined, in their order.
 * If COMMIT is not acknowledged, the outcome is unknown: UNAVAILABLE COMMIT_UNKNOWN.
 */
export async function inTransaction<T>(
  pool: ConnectionPool,
  opening: string,
  hooks: TransactionHooks,
  work: (tx: Tx) => Promise<T>,
): Promise<T> {
  const client = await pool.take();
  const open = openTx(client);
  let result: T;
  try {
    await begin(client, opening);
    result = await work(open.tx);
    open.close();
    await commit(client);
    client.release();
  } catch (thrown) {
    const isBroken = isConnectionLoss(thrown) || isUnknownCommit(thrown);
    open.close();
    client.release(isBroken || (await rollback(client)));
    throw thrown;
  }
  open.committed(hooks);
  return result;
}

async function begin(client: pg.PoolClient, opening: string): Promise<void> {
  await client.query(opening).catch((error: unknown) => {
    throw fromPostgres(error);
  });
}

async function commit(client: pg.PoolClient): Promise<void> {
  const result = await client.query('COMMIT').catch((error: unknown) => {
    // A deferred constraint or a serialisation failure is an answer; anything else leaves the outcome open.
    if (error instanceof pg.DatabaseError && !isConnectionLoss(error)) throw fromPostgres(error);
    throw unavailable(
      'COMMIT_UNKNOWN',
      'The connection to the database was lost before it confirmed the change',
      {
        cause: fromPostgres(error),
      },
    );
  });
  // PostgreSQL answers COMMIT of a failed transaction with ROLLBACK: a caught query error must not look committed.
  if (result.command === 'ROLLBACK') throw internal('TRANSACTION_FAILED', 'Something went wrong on our side');
}

function isUnknownCommit(thrown: unknown): boolean {
  return thrown instanceof AppError && thrown.reason === 'COMMIT_UNKNOWN';
}

/** Whether the connection must be thrown away, because even the rollback failed. */
async function rollback(client: pg.PoolClient): Promise<boolean> {
  try {
    await client.query('ROLLBACK');
    return false;
  } catch {
    return true;
  }
}

/** Sends statements, each under its name in the trace. Failures are AppErrors; after `close` nothing is sent. */
function sender() {
  let isOpen = true;
  return {
    async send<T>(name: string, work: () => Promise<T>): Promise<T> {
      try {
        return await traced(name, async () => {
          if (!isOpen) throw over();
          return await work();
        });
      } catch (error) {
        throw fromPostgres(error);
      }
    },
    /** A query that was not awaited still ends before COMMIT: the connection keeps the order. */
    close(): void {
      isOpen = false;
    },
  };
}

const over = () => internal('TRANSACTION_OVER', 'Something went wrong on our side');

/** Its name, or its first words; statements are constant texts, values are never part of them. */
function statementName(statement: { readonly name?: string; readonly text: string }): string {
  return statement.name ?? statement.text.trim().slice(0, 40).split(/\s+/).slice(0, 3).join(' ');
}

function openTx(client: pg.PoolClient) {
  const callbacks: (() => void)[] = [];
  let outboxWritten = false;
  const { send, close } = sender();

  async function query<R extends object>(statement: string | NamedStatement, values?: readonly unknown[]) {
    const config = typeof statement === 'string' ? { text: statement, values } : statement;
    const own = config.values && [...config.values];
    const result = await send(statementName(config), () => client.query<R>({ ...config, values: own }));
    return result.rows;
  }

  const tx: Tx = {
    query,
    copyOut: (text, onRow) => send('COPY', () => copyOut(client, text, onRow)),
    publish: (message) => tx.publishAll([message]),
    async publishAll(messages) {
      await insertOutbox(tx, messages);
      if (messages.length > 0) outboxWritten = true;
    },
    wroteOutbox() {
      outboxWritten = true;
    },
    afterCommit(fn) {
      callbacks.push(fn);
    },
  };
  return {
    tx,
    close,
    committed(hooks: TransactionHooks) {
      if (outboxWritten) hooks.onOutboxCommit();
      for (const callback of callbacks) callback();
    },
  };
}
