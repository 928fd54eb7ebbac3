import { AppError } from '../errors/app-error.ts';
import type { Logger } from '../log/log.ts';
import { currentTraceparent } from '../telemetry/trace-context.ts';
import type { DatabaseAddress, ServiceLogins } from './connection.ts';
import type { Database, NamedStatement, Scope } from './database.ts';
import { createPool, type PoolUsage } from './pool.ts';
import { handingOn, readAlone, runAlone } from './single-statement.ts';
import { traced } from './traced.ts';
import { inTransaction } from './transaction.ts';

export interface DatabaseOptions {
  /** Name of the schema and stem of the role names. */
  readonly service: string;
  readonly address: DatabaseAddress;
  readonly logins: ServiceLogins;
  /**
   * Connections for requests (10 unless told), as many again for statements that are transactions of their own where there
   * are such, and for relay, jobs and consumers (4).
   */
  readonly maxConnections?: number;
  readonly maxSystemConnections?: number;
  readonly log: Pick<Logger, 'warn'>;
}

export interface OpenDatabase extends Database {
  /** One statement under the system role, which only reads, in a transaction of its own and in one round trip. */
  systemStatement<R extends object>(statement: NamedStatement): Promise<R[]>;
  /** Calls `listener` after each commit that wrote to the outbox; returns what ends that. */
  onOutboxCommit(listener: () => void): () => void;
  /** Rejects when PostgreSQL does not answer or takes no writes, or does not get what connections ask for at their start. */
  ready(): Promise<void>;
  close(): Promise<void>;
  /** Connections by pool: of requests, of statements that are transactions of their own, of jobs and consumers. */
  usage(): Readonly<Record<'requests' | 'statements' | 'system', PoolUsage>>;
}

const MAX_WAITING = 1_000;
const OUTSIDE = `SELECT current_setting('default_transaction_read_only') AS setting`;

/** Opens a service's schema. Connections are made when first needed. */
export function openDatabase(options: DatabaseOptions): OpenDatabase {
  const { app, alone, system } = openPools(options);
  const listeners = new Set<() => void>();
  const hooks = {
    onOutboxCommit() {
      for (const listener of listeners) listener();
    },
  };
  return {
    tenant: (scope, work) =>
      traced(`${options.service} transaction`, async () =>
        inTransaction(app, openingFor(options.service, scope) + traceSetting(), hooks, work),
      ),
    system: (work) =>
      traced(`${options.service} system transaction`, () =>
        inTransaction(system, `BEGIN READ WRITE${traceSetting()}`, hooks, work),
      ),
    async statement<R extends object>(statement: NamedStatement, effect?: { readonly wroteOutbox: boolean }) {
      const writes = effect?.wroteOutbox === true;
      const rows = await traced(`${options.service} ${statement.name}`, () =>
        runAlone<R>(alone, writes ? handingOn(statement) : statement),
      );
      if (writes) hooks.onOutboxCommit();
      return rows;
    },
    read: (statement) => traced(`${options.service} ${statement.name}`, () => readAlone(app, statement)),
    systemStatement: (statement) =>
      traced(`${options.service} ${statement.name}`, () => readAlone(system, statement)),
    onOutboxCommit(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    ready: () =>
      inTransaction(app, 'BEGIN READ WRITE', hooks, async (tx) => {
        const [row] = await tx.query<{ setting: string }>(OUTSIDE);
        if (row?.setting !== 'on') throw settingsIgnored();
      }),
    async close() {
      await Promise.all([app.close(), alone.close(), system.close()]);
    },
    usage: () => ({ requests: app.usage(), statements: alone.usage(), system: system.usage() }),
  };
}

function openPools(options: DatabaseOptions) {
  const common = { address: options.address, log: options.log, maxWaiting: MAX_WAITING };
  const requests = {
    ...common,
    login: options.logins.app,
    maxConnections: options.maxConnections ?? 10,
  };
  const app = createPool({ ...requests, applicationName: options.service, isReadOnlyOutside: true });
  const alone = createPool({
    ...requests,
    applicationName: `${options.service} alone`,
    isReadOnlyOutside: false,
  });
  const system = createPool({
    ...common,
    login: options.logins.system,
    applicationName: `${options.service} system`,
    maxConnections: options.maxSystemConnections ?? 4,
    isReadOnlyOutside: true,
  });
  return { app, alone, system };
}

const MAX_COMPANIES = 10_000;

/**
 * The message that opens a tenant transaction. Settings are local to it, so a pooled connection carries no
 * company and no role into the next one. `service` was checked when its roles were made.
 */
function openingFor(service: string, scope: Scope): string {
  if (!/^[a-z][a-z_]{0,40}$/.test(service)) throw invalidScope();
  if (scope === 'all') return `BEGIN READ WRITE; SET LOCAL ROLE ${service}_all`;
  if (scope.companies.length > MAX_COMPANIES || !scope.companies.every(isId)) throw invalidScope();
  return `BEGIN READ WRITE; SELECT set_config('app.companies', '{${scope.companies.join(',')}}', true)`;
}

/** Hands the trace to the outbox rows of the transaction; nothing is sent when nothing is traced. */
function traceSetting(): string {
  const traceparent = currentTraceparent();
  return traceparent === undefined ? '' : `; SELECT set_config('app.traceparent', '${traceparent}', true)`;
}

/** By what lies between: without them nothing holds back statements that run outside of a transaction. */
function settingsIgnored(): AppError {
  return new AppError('INTERNAL', 'DATABASE_SETTINGS_IGNORED', 'Something went wrong on our side');
}

function isId(id: number): boolean {
  return Number.isSafeInteger(id) && id > 0;
}

function invalidScope(): AppError {
  return new AppError('INTERNAL', 'INVALID_SCOPE', 'Something went wrong on our side');
}
