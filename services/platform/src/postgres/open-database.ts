import { internal } from '../core/errors/app-error.ts';
import type { Logger } from '../core/log/log.ts';
import { currentTraceparent } from '../core/telemetry/trace-context.ts';
import type { DatabaseAddress, ServiceLogins } from './connection.ts';
import type { Database, NamedStatement, Scope } from './database.ts';
import { createPool, type PoolUsage } from './pool.ts';
import { autocommit, autocommitRead, withTraceparent } from './single-statement.ts';
import { traced } from './traced.ts';
import { inTransaction } from './transaction.ts';

export interface DatabaseOptions {
  /** Name of the schema and stem of the role names. */
  readonly service: string;
  readonly address: DatabaseAddress;
  readonly logins: ServiceLogins;
  /** Connections for requests (default 10), and for relay, jobs and consumers (default 4). */
  readonly maxConnections?: number;
  readonly maxSystemConnections?: number;
  readonly log: Pick<Logger, 'warn'>;
}

export interface OpenDatabase extends Database {
  /** One statement under the system role, which only reads, in a transaction of its own and in one round trip. */
  systemStatement<R extends object>(statement: NamedStatement): Promise<R[]>;
  /** Calls `listener` after each commit that wrote to the outbox; returns what ends that. */
  onOutboxCommit(listener: () => void): () => void;
  /** Rejects when PostgreSQL does not answer or takes no writes. */
  ready(): Promise<void>;
  close(): Promise<void>;
  /** Connections by pool: of requests, of jobs and consumers. */
  usage(): Readonly<Record<'requests' | 'system', PoolUsage>>;
}

const MAX_WAITING = 1_000;

/** Opens a service's schema. Connections are made when first needed. */
export function openDatabase(options: DatabaseOptions): OpenDatabase {
  const { app, system } = openPools(options);
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
        inTransaction(system, `BEGIN${traceSetting()}`, hooks, work),
      ),
    async statement<R extends object>(statement: NamedStatement, effect?: { readonly wroteOutbox: boolean }) {
      const writes = effect?.wroteOutbox === true;
      const rows = await traced(`${options.service} ${statement.name}`, () =>
        autocommit<R>(app, writes ? withTraceparent(statement) : statement),
      );
      if (writes) hooks.onOutboxCommit();
      return rows;
    },
    read: (statement) => traced(`${options.service} ${statement.name}`, () => autocommitRead(app, statement)),
    systemStatement: (statement) =>
      traced(`${options.service} ${statement.name}`, () => autocommitRead(system, statement)),
    onOutboxCommit(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    // A standby refuses READ WRITE.
    ready: () => inTransaction(app, 'BEGIN READ WRITE', hooks, async () => undefined),
    async close() {
      await Promise.all([app.close(), system.close()]);
    },
    usage: () => ({ requests: app.usage(), system: system.usage() }),
  };
}

function openPools(options: DatabaseOptions) {
  const common = { address: options.address, log: options.log, maxWaiting: MAX_WAITING };
  const app = createPool({
    ...common,
    login: options.logins.app,
    applicationName: options.service,
    maxConnections: options.maxConnections ?? 10,
  });
  const system = createPool({
    ...common,
    login: options.logins.system,
    applicationName: `${options.service} system`,
    maxConnections: options.maxSystemConnections ?? 4,
  });
  return { app, system };
}

const MAX_COMPANIES = 10_000;

/**
 * The message that opens a tenant transaction. Settings are local to it, so a pooled connection carries no
 * company and no role into the next one. `service` was checked when its roles were made.
 */
function openingFor(service: string, scope: Scope): string {
  if (!/^[a-z][a-z_]{0,40}$/.test(service)) throw invalidScope();
  if (scope === 'all') return `BEGIN; SET LOCAL ROLE ${service}_all`;
  if (scope.companies.length > MAX_COMPANIES || !scope.companies.every(isId)) throw invalidScope();
  return `BEGIN; SELECT set_config('app.companies', '{${scope.companies.join(',')}}', true)`;
}

/** Hands the trace to the outbox rows of the transaction; nothing is sent when nothing is traced. */
function traceSetting(): string {
  const traceparent = currentTraceparent();
  return traceparent === undefined ? '' : `; SELECT set_config('app.traceparent', '${traceparent}', true)`;
}

function isId(id: number): boolean {
  return Number.isSafeInteger(id) && id > 0;
}

const invalidScope = () => internal('INVALID_SCOPE', 'Something went wrong on our side');
