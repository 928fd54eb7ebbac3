import type { Environment } from '../../core/config/config.ts';
import type { ServiceName } from '../../core/context/caller.ts';
import type { Failure } from '../../core/errors/failure.ts';
import type { LogLevel } from '../../core/log/log.ts';
import type { Labels } from '../../core/telemetry/metrics.ts';
import type { Backlog } from '../../messaging/backlog.ts';
import type { RecordKeys } from '../../messaging/record-keys.ts';
import type { Replayed } from '../../messaging/replay-consumers.ts';
import type { DatabaseAddress, Login, ServiceDatabase } from '../../postgres/connection.ts';

/** What the thread starts with. */
export interface EventsThreadSettings {
  readonly databases: ReadonlyMap<ServiceName, ServiceDatabase>;
  /** Keys of records on Kafka, where that is the bus. They sign nothing else. */
  readonly recordKeys?: RecordKeys | undefined;
  /** The log of events in PostgreSQL, used where that is the bus. */
  readonly bus: { readonly address: DatabaseAddress; readonly login: Login };
  /** Settings of bus, tracing and consumers. */
  readonly env: Environment;
  readonly log: { readonly level: LogLevel; readonly file?: string };
}

/** Questions of a module's proxy to its relay and consumers, and the types of the answers; see ModuleEvents. */
export interface Answers {
  readonly start: null;
  readonly backlog: Backlog;
  readonly lag: number;
  /** Names of consumers. */
  readonly stopped: readonly string[];
  readonly replayParked: readonly Replayed[];
  /** Whether something is left. */
  readonly flush: boolean;
  readonly stop: null;
}
export type Question = keyof Answers;

export interface Asked {
  readonly call: number;
  readonly service: ServiceName;
  readonly question: Question;
  /** How old the answer to 'backlog' may be, ms. */
  readonly maxAgeMs?: number | undefined;
}

export interface Answered<Q extends Question> {
  readonly says: 'answer';
  readonly call: number;
  readonly question: Q;
  readonly answer: Answers[Q];
}

/** Messages to the thread. */
export type ThreadCommand =
  | ({ readonly does: 'ask' } & Asked)
  /** A commit of the service put something into its outbox. */
  | { readonly does: 'look'; readonly service: ServiceName }
  /** After the last service has stopped: the thread ends. */
  | { readonly does: 'close' };

/** A value of a counter or a gauge that all threads of a process share. */
export interface Measured {
  readonly kind: 'counter' | 'gauge';
  readonly name: string;
  readonly help: string;
  readonly labels: readonly string[];
  readonly values: Labels;
  readonly value: number;
}

/** Messages from the thread. */
export type ThreadReport =
  | Answered<Question>
  | {
      readonly says: 'failed';
      readonly call: number;
      readonly question: Question;
      readonly failure: Failure;
    }
  /** A consumer has left work for the jobs of its module. */
  | { readonly says: 'wake'; readonly service: ServiceName }
  | ({ readonly says: 'measured' } & Measured);
