import type { CopiedRow } from './copy-out.ts';
import type { OutboxMessage } from './outbox-message.ts';

/** Which companies' rows a transaction sees. 'all' is the super_admin policy, which has its own database role. */
export type Scope = { readonly companies: readonly number[] } | 'all';

/** A statement; with a name it is prepared once per connection (for hot statements with constant text). */
export interface NamedStatement {
  readonly name: string;
  readonly text: string;
  readonly values?: readonly unknown[];
}

/** One open transaction. Every method throws AppError (see postgres-failure.ts). */
export interface Tx {
  query<R extends object>(statement: string | NamedStatement, values?: readonly unknown[]): Promise<R[]>;
  /**
   * Runs `COPY (SELECT …) TO STDOUT (FORMAT binary)`, a constant text, and hands over each row as it comes; see
   * copy-out.ts.
   * @returns how many rows there were
   */
  copyOut(text: string, onRow: (row: CopiedRow) => void): Promise<number>;
  /** Puts an event into the outbox: it is sent if, and only if, this transaction commits. */
  publish(message: OutboxMessage): Promise<void>;
  publishAll(messages: readonly OutboxMessage[]): Promise<void>;
  /** Says that a SQL function wrote to the outbox, so that the relay is woken at once and not by its poll. */
  wroteOutbox(): void;
  /** Runs after the commit is acknowledged, never after a rollback. Must not throw. */
  afterCommit(fn: () => void): void;
}

/** A service's own schema, through its two login roles. */
export interface Database {
  /** App role: forced row-level security, rows of `scope` only. */
  tenant<T>(scope: Scope, work: (tx: Tx) => Promise<T>): Promise<T>;
  /**
   * One statement under the app role, in a transaction of its own and in one round trip. No company is in scope:
   * for SQL functions that set each company's scope themselves. Say so when it writes to the outbox; such a statement
   * is given the trace as its last value (see inTrace).
   */
  statement<R extends object>(
    statement: NamedStatement,
    effect?: { readonly wroteOutbox: boolean },
  ): Promise<R[]>;
  /** The same for a statement that only reads, so a lost connection leaves no unknown outcome. */
  read<R extends object>(statement: NamedStatement): Promise<R[]>;
  /** `<service>_system` role, for relay, jobs and consumers that work over companies; narrow grants. */
  system<T>(work: (tx: Tx) => Promise<T>): Promise<T>;
}
