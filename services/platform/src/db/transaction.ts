import pg from 'pg';
import { AppError } from '../errors/app-error.ts';
import { insertOutbox } from '../events/outbox.ts';
import { copyOut } from './copy-out.ts';
import type { NamedStatement, Tx } from './database.ts';
import type { ConnectionPool } from './pool.ts';
import { fromPostgres, isConnectionLoss } from './postgres-failure.ts';
import { traced } from './traced.ts';

export interface TransactionHooks {
  /** Called after the commit of a transaction that wrote to the outbox. */
  onOutboxCommit(): void;
}

/**
 * Runs `work` in one transaction. `opening` starts with BEGIN (READ WRITE to write) and is sent as one simple-protocol message, so
 * that the scope is set in the same round trip; it must be built from validated numbers and fixed names only. What `work` sends is
 * sent at once: the first statement travels with the opening, those given together do, and with COMMIT what queryLast is given.
 * Where the opening has no effect those statements run alone, without a scope, on a connection that lets them only read.
 * A transaction whose COMMIT was not acknowledged may or may not have happened: UNAVAILABLE COMMIT_UNKNOWN.
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
    result = await besides(begin(client, opening, open.hasNotBegun), async () => work(open.tx));
    await open.commit();
    client.release();
  } catch (thrown) {
    const failure = await open.failureOf(thrown);
    const isBroken = isConnectionLoss(failure) || isUnknownCommit(failure);
    open.close();
    client.release(isBroken || (await rollback(client)));
    throw failure;
  }
  open.committed(hooks);
  return result;
}

/** Both at once; where the opening fails, that is what is told. */
async function besides<T>(opened: Promise<void>, work: () => Promise<T>): Promise<T> {
  const [opening, done] = await Promise.allSettled([opened, work()]);
  if (opening.status === 'rejected') throw opening.reason;
  if (done.status === 'rejected') throw done.reason;
  return done.value;
}

async function begin(client: pg.PoolClient, opening: string, onFailure: () => void): Promise<void> {
  await client.query(opening).catch((error: unknown) => {
    onFailure();
    throw fromPostgres(error);
  });
}

async function commit(client: pg.PoolClient): Promise<void> {
  const result = await client.query('COMMIT').catch((error: unknown) => {
    // A deferred constraint or a serialisation failure is an answer; anything else leaves the outcome open.
    if (error instanceof pg.DatabaseError && !isConnectionLoss(error)) throw fromPostgres(error);
    throw new AppError(
      'UNAVAILABLE',
      'COMMIT_UNKNOWN',
      'The database went away before it confirmed the change',
      {
        cause: fromPostgres(error),
      },
    );
  });
  // PostgreSQL answers COMMIT of a failed transaction with ROLLBACK: a caught query error must not look committed.
  if (result.command === 'ROLLBACK')
    throw new AppError('INTERNAL', 'TRANSACTION_FAILED', 'Something went wrong on our side');
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
  let hasBegun = true;
  return {
    async send<T>(name: string, work: () => Promise<T>): Promise<T> {
      try {
        return await traced(name, async () => {
          if (!isOpen) throw over();
          const answer = await work();
          if (!hasBegun) throw over();
          return answer;
        });
      } catch (error) {
        throw fromPostgres(error);
      }
    },
    close(): void {
      isOpen = false;
    },
    /** The opening's failure comes before any answer: what the statements behind it found, or did, is nothing to go by. */
    hasNotBegun(): void {
      isOpen = false;
      hasBegun = false;
    },
  };
}

function over(): AppError {
  return new AppError('INTERNAL', 'TRANSACTION_OVER', 'Something went wrong on our side');
}

/** Its name, or its first words; statements are constant texts, values are never part of them. */
function statementName(statement: { readonly name?: string; readonly text: string }): string {
  return statement.name ?? statement.text.trim().slice(0, 40).split(/\s+/).slice(0, 3).join(' ');
}

/** The commit of a transaction, which is sent once: by its last statement, or when its work is done. */
function ending(client: pg.PoolClient, close: ReturnType<typeof sender>['close']) {
  let committing: Promise<void> | undefined;
  return {
    /** A query that nobody awaited ends before the transaction does, or is refused: the connection keeps the order. */
    commit(): Promise<void> {
      close();
      committing ??= commit(client);
      return committing;
    },
    /** A last statement that got no answer may have been committed. */
    async failureOf(thrown: unknown): Promise<unknown> {
      return await (committing ?? Promise.resolve()).then(
        () => thrown,
        (error: unknown) => (isUnknownCommit(error) ? error : thrown),
      );
    },
  };
}

function openTx(client: pg.PoolClient) {
  const callbacks: (() => void)[] = [];
  let outboxWritten = false;
  const { send, close, hasNotBegun } = sender();
  const end = ending(client, close);

  async function query<R extends object>(statement: string | NamedStatement, values?: readonly unknown[]) {
    const config = typeof statement === 'string' ? { text: statement, values } : statement;
    const own = config.values && [...config.values];
    const result = await send(statementName(config), () => client.query<R>({ ...config, values: own }));
    return result.rows;
  }

  const tx: Tx = {
    query,
    queryLast<R extends object>(statement: NamedStatement) {
      const rows = query<R>(statement);
      // Told when the transaction ends; a statement that fails tells why.
      end.commit().catch(() => undefined);
      return rows;
    },
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
    hasNotBegun,
    ...end,
    committed(hooks: TransactionHooks) {
      if (outboxWritten) hooks.onOutboxCommit();
      for (const callback of callbacks) callback();
    },
  };
}
