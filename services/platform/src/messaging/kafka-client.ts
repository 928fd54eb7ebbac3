import { AppError, unavailable } from '../core/errors/app-error.ts';
import type { KafkaConfig } from './kafka-config.ts';

/** Where a record is. */
export interface RecordPlace {
  readonly topic: string;
  readonly partition: number;
}

/** Names a partition in a map. */
export const placeName = ({ topic, partition }: RecordPlace): string => `${topic} ${partition}`;

/** A record that was read. */
export interface KafkaRecord extends RecordPlace {
  readonly offset: number;
  readonly value: Buffer | null;
  /** A header that occurs several times has an array of values. */
  readonly headers: Readonly<Record<string, unknown>>;
}

/** A record to write. */
export interface NewKafkaRecord extends RecordPlace {
  readonly value: Buffer;
  readonly headers: Readonly<Record<string, Buffer>>;
}

/** An offset of a partition. */
export interface Position extends RecordPlace {
  readonly offset: number;
}

/** Offsets from (inclusive) to (exclusive) of a partition. */
export interface OffsetRange extends RecordPlace {
  readonly from: number;
  readonly to: number;
}

/** First offset kept and the one after the last, per partition. */
export interface PartitionBounds {
  readonly partition: number;
  readonly low: number;
  readonly high: number;
}

/** How a topic is made. */
export interface TopicSettings {
  readonly topic: string;
  readonly partitions: number;
  readonly entries: Readonly<Record<string, string>>;
}

/** An ACL with the codes of Kafka's protocol (KIP-140, KIP-290). */
export interface AclEntry {
  readonly resourceType: number;
  readonly resourcePatternType: number;
  readonly resourceName: string;
  readonly principal: string;
  readonly host: string;
  readonly operation: number;
  readonly permissionType: number;
}

/** The code that matches all resources, patterns, operations or permissions. */
export const ANY_ACL = 1;

export interface GroupMember {
  readonly memberId: string;
  readonly clientId: string;
}

/** A connection for everything that needs no membership of a group. */
export interface KafkaAdmin {
  /** Rejects when no broker answers. */
  ping(): Promise<void>;
  listTopics(): Promise<readonly string[]>;
  /** Accepts topics that exist already. @param replication copies; -1 is the brokers' default */
  createTopics(topics: readonly TopicSettings[], replication: number): Promise<void>;
  /** In the order of partitions; of a topic that was created a moment ago, too. */
  readBounds(topic: string): Promise<readonly PartitionBounds[]>;
  /** Committed positions of a group in these topics. */
  readPositions(group: string, topics: readonly string[]): Promise<readonly Position[]>;
  listMembers(group: string): Promise<readonly GroupMember[]>;
  removeMember(group: string, memberId: string): Promise<void>;
  /** Of a principal. */
  readAcls(principal: string): Promise<readonly AclEntry[]>;
  createAcls(entries: readonly AclEntry[]): Promise<void>;
  deleteAcls(entries: readonly AclEntry[]): Promise<void>;
  /** Reads all records of these ranges, in order per partition. @throws Error when it takes longer than 30 s */
  readRanges(ranges: readonly OffsetRange[], onRecord: (record: KafkaRecord) => void): Promise<void>;
  close(): Promise<void>;
}

export interface KafkaProducer {
  /**
   * Writes in order per partition, to all replicas in sync.
   * @returns the first offset written, by partition; without partitions whose offset is unknown
   */
  send(records: readonly NewKafkaRecord[]): Promise<readonly Position[]>;
  close(): Promise<void>;
}

/** Records that were fetched together. */
export interface FetchedBatch {
  /** Whether they must not be handled any more: they will be fetched again, perhaps by another member. */
  isStale(): boolean;
  /** Stores positions of the group. @param positions each is the next offset to read */
  commit(positions: readonly Position[]): Promise<void>;
  /** The partition is handled up to this offset (exclusive); the session delivers the rest again. */
  resolve(position: Position): void;
}

/** Partitions of a member by topic; undefined while the group shares them out. */
export type Assigned = Readonly<Record<string, readonly number[]>> | undefined;

export interface SessionOptions {
  readonly group: string;
  readonly topics: readonly string[];
  /** Receives records in order per partition. What it does not resolve is delivered again. */
  eachBatch(records: readonly KafkaRecord[], batch: FetchedBatch): Promise<void>;
  onAssigned(assigned: Assigned, memberId: string | undefined): void;
  /** Aborted when the session is to end. */
  readonly signal: AbortSignal;
  /** Resolves when no handler runs. */
  settle(): Promise<void>;
}

/** A library that speaks Kafka's protocol, as far as the bus uses it. */
export interface KafkaClient {
  connectAdmin(): Promise<KafkaAdmin>;
  connectProducer(): Promise<KafkaProducer>;
  /**
   * One membership of a group: from joining until the signal aborts, or until the library gives up; then it rejects
   * with that error. The caller restarts by a new session.
   */
  runSession(options: SessionOptions): Promise<void>;
}

/** A member that is silent for so long is considered dead, in ms. Its partitions wait as long. */
export const SESSION_MS = 10_000;
export const HEARTBEAT_MS = 3_000;
/** How long the group waits for a member that is busy, in ms; above the deadline of any handler. */
export const REBALANCE_MS = 30_000;
/** Longest wait of a fetch for new records, in ms. Fetching is most of what an idle process does. */
export const FETCH_WAIT_MS = 2_000;
export const CONNECT_MS = 2_000;
export const REQUEST_MS = 10_000;
/** Time in which the end of a topic must have been read, in ms. */
export const TAIL_MS = 30_000;

/** TLS and login of a connection; without TLS there is no login. */
export function securityOf(config: KafkaConfig) {
  const { saslUsername: username, saslPassword, saslMechanism: mechanism, tlsCa, tlsCert, tlsKey } = config;
  const isTls = config.tls || [tlsCa, tlsCert, username].some((given) => given !== undefined);
  if (!isTls) return {};
  const tls = { ca: tlsCa, cert: tlsCert, key: tlsKey?.reveal() };
  if (username === undefined || saslPassword === undefined) return { tls };
  return { tls, login: { mechanism, username, password: saslPassword.reveal() } };
}

/** What callers of the bus see of any fault between here and the brokers. */
export function busUnavailable(cause: unknown): AppError {
  if (cause instanceof AppError) return cause;
  return unavailable('BUS_UNAVAILABLE', 'The event bus cannot be reached', { cause });
}
