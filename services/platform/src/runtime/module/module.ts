import type { Cache } from '../../cache/cache.ts';
import { type ConfigOf, type ConfigSchema, type Environment, loadConfig } from '../../core/config/config.ts';
import type { ServiceName } from '../../core/context/caller.ts';
import type { Ctx } from '../../core/context/ctx.ts';
import type { Logger } from '../../core/log/log.ts';
import type { Metrics } from '../../core/telemetry/metrics.ts';
import { auditTopic } from '../../domain/audit-entry.ts';
import type { CompanyZones } from '../../domain/company-days/company-zones.ts';
import type { Replays } from '../../domain/revocations/revocation.ts';
import type { Mailer } from '../../mail/mailer.ts';
import type { Backlog } from '../../messaging/backlog.ts';
import type { ServiceConsumers } from '../../messaging/service-consumers.ts';
import type { ServiceDatabase } from '../../postgres/connection.ts';
import type { Database } from '../../postgres/database.ts';
import type { RpcClient } from '../../rpc/client.ts';
import type { ServiceDefinition } from '../../rpc/definition.ts';
import type { SelfOptions } from '../../rpc/self-context.ts';
import type { RpcService } from '../../rpc/serve.ts';

/** Definition of a service: its settings, the folder of its migrations, and how it starts. */
export interface ModuleDefinition<C extends ConfigSchema = ConfigSchema> {
  readonly name: ServiceName;
  readonly config: C;
  /** Folder of numbered plain-SQL files; undefined for a module without a schema (the gateway). */
  readonly migrations: URL | undefined;
  readonly consumers?: ServiceConsumers;
  /** Topics of its events; the one of its audit entries is among them anyway. Rights on Kafka are derived from it. */
  readonly publishes?: readonly string[];
  /** It counts days of companies, so that its company_zones must follow tenancy. */
  readonly countsDays?: true;
  start(kit: ModuleKit<ConfigOf<C>>): Promise<RunningModule>;
}

/** What platform hands to a module: its ports, its clients, and its own identity. */
export interface ModuleKit<C = unknown> {
  readonly name: ServiceName;
  readonly config: C;
  readonly log: Logger;
  readonly metrics: Metrics;
  readonly db: Database;
  /** Location of the module's schema, for a separate thread; undefined for a module without a schema. */
  readonly database: ServiceDatabase | undefined;
  /** Days of companies. Only a module with `countsDays` knows their own zones. */
  readonly zones: CompanyZones;
  readonly cache: Cache;
  readonly mailer: Mailer;
  client<S extends ServiceDefinition>(definition: S, target: ServiceName): RpcClient<S>;
  /** A context under this module's own service token, for work without a user. */
  self(options?: SelfOptions): Ctx;
  /**
   * Runs `work` every `everyMs`, never concurrently. Errors are logged and the schedule continues. Stopped and awaited
   * when the module stops. `wake()` runs it at once.
   */
  tick(name: string, everyMs: number, work: (signal: AbortSignal) => Promise<void>): { wake(): void };
  /** How calls to other services travel. */
  readonly transport: 'in_process' | 'mtls' | 'plain';
  /** Entries committed by this module and not yet shipped to the bus; at most 1 s (or `maxAgeMs`) old. */
  outboxBacklog(maxAgeMs?: number): Promise<Backlog>;
  /** Rejects while a module of this process cannot do its work, and when the process is about to stop. */
  ready(): Promise<void>;
  /** Whether the process is about to stop: it serves requests that still arrive. */
  isLeaving(): boolean;
}

export interface RunningModule {
  readonly services: readonly RpcService[];
  /** Called when a consumer has left work for the module's jobs (ConsumerKit.wake). */
  wake?(): void;
  /** How it repeats revocations that a restored backup undid; served only by a quiet host. */
  readonly replays?: Replays;
  /** Rejects while the module cannot do its work. */
  ready?(): Promise<void>;
  /** Called after the last RPC has ended, before the database closes. */
  stop?(): Promise<void>;
}

/** A module with the type of its settings erased; a host starts these. */
export interface Module {
  readonly name: ServiceName;
  readonly config: ConfigSchema;
  readonly migrations: URL | undefined;
  readonly consumers?: ServiceConsumers | undefined;
  /** Every topic that it writes to. */
  readonly publishes: readonly string[];
  readonly countsDays: boolean;
  /** @throws ConfigError naming every setting that is missing or wrong */
  boot(parts: Omit<ModuleKit, 'config'>, env: Environment): Promise<RunningModule>;
}

export function defineModule<C extends ConfigSchema>(definition: ModuleDefinition<C>): Module {
  return {
    name: definition.name,
    config: definition.config,
    migrations: definition.migrations,
    consumers: definition.consumers,
    countsDays: definition.countsDays === true,
    publishes:
      definition.migrations === undefined
        ? []
        : [...(definition.publishes ?? []), auditTopic(definition.name)],
    boot: async (parts, env) =>
      definition.start({ ...parts, config: loadConfig(definition.config, env) as ConfigOf<C> }),
  };
}
