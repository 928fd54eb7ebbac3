import { setTimeout as delay } from 'node:timers/promises';
import type { Client } from 'pg';
import { connectDatabase } from '../running-vault/database-access.ts';
import type { Topology } from '../running-vault/vault-process.ts';
import { consumerLag } from './consumer-lag.ts';
import { AUDIT_ENTRIES_IN_TRANSIT, PRODUCERS, type Producer } from './producers.ts';

/** Event counts of all services at one moment. Kafka's are counted in records, except audit entries. */
export interface BacklogSample {
  /** ms of `performance.now()`. */
  readonly at: number;
  /** Events written since the vault was created. */
  readonly written: number;
  /** The same per producing service. */
  readonly writtenBy: Readonly<Partial<Record<Producer, number>>>;
  /** Events in the outboxes and, in a complete sample, those on the bus that the slowest consumer has not handled. */
  readonly waiting: number;
  readonly isComplete: boolean;
}

/** Samples the outboxes a few times a second while the database answers. */
export interface BacklogWatch {
  readonly samples: readonly BacklogSample[];
  /** True once a complete sample taken after the call shows no more than USUAL_IN_FLIGHT; false after `withinMs`. */
  waitUntilDrained(withinMs: number): Promise<boolean>;
  stop(): Promise<void>;
}

const EVERY_MS = 200;
/**
 * Kafka is asked less often: a sample costs it about fifty requests. Also asked during faults, to see when a backlog
 * drained.
 */
const KAFKA_EVERY_MS = 1_000;
/** Upper bound of events in flight in normal operation. */
const USUAL_IN_FLIGHT = 400;
/** Smallest backlog whose drain rate is measured: below that, a single batch dominates. */
const MIN_BACKLOG = 1_000;
const SAMPLE = `SELECT ${PRODUCERS.map(
  (name) => `coalesce((SELECT last_value FROM ${name}.outbox_id_seq WHERE is_called), 0) AS ${name}`,
).join(', ')}, ${PRODUCERS.map((name) => `(SELECT count(*) FROM ${name}.outbox)`).join(' + ')} AS waiting`;

/** For the bus in PostgreSQL: events that the slowest group of each topic has not handled. */
const POSTGRES_BUS_LAG = `SELECT coalesce(sum(behind), 0) AS behind FROM (
  SELECT max(t.last_position - p.position) AS behind FROM bus.topic t JOIN bus.progress p USING (topic) GROUP BY t.topic
) AS topics`;

interface Sampler {
  /** @returns undefined while the database does not answer */
  look(): Promise<BacklogSample | undefined>;
  close(): Promise<void>;
}

function sampler(dataDir: string, topology: Topology): Sampler {
  const kafka = topology === 'apart' ? consumerLag(dataDir) : undefined;
  let client: Client | undefined;
  let askedAt = Number.NEGATIVE_INFINITY;
  const end = async () => {
    const last = client;
    client = undefined;
    await last?.end().catch(() => undefined);
  };
  /** Undefined if Kafka was asked less than KAFKA_EVERY_MS ago or does not answer. */
  const lag = async (database: Client): Promise<number | undefined> => {
    if (kafka === undefined) {
      const { rows } = await database.query<{ behind: string }>(POSTGRES_BUS_LAG);
      return Number(rows[0]?.behind);
    }
    if (performance.now() < askedAt + KAFKA_EVERY_MS) return undefined;
    askedAt = performance.now();
    const [others, audit] = await Promise.all([
      kafka.read().catch(() => undefined),
      database.query<{ behind: string }>(AUDIT_ENTRIES_IN_TRANSIT),
    ]);
    return others === undefined ? undefined : others + Number(audit.rows[0]?.behind);
  };
  return {
    async look() {
      try {
        client ??= await connectDatabase(dataDir);
        const { rows } = await client.query<Record<Producer | 'waiting', string>>(SAMPLE);
        // Events shipped between the two queries are counted twice, never omitted.
        const behind = await lag(client);
        const by = PRODUCERS.map((name) => [name, Number(rows[0]?.[name])] as const);
        return {
          at: performance.now(),
          written: by.reduce((sum, [, count]) => sum + count, 0),
          writtenBy: Object.fromEntries(by),
          waiting: Number(rows[0]?.waiting) + (behind ?? 0),
          isComplete: behind !== undefined,
        };
      } catch {
        // Faults make the database unavailable.
        await end();
        return undefined;
      }
    },
    async close() {
      await Promise.all([end(), kafka?.close()]);
    },
  };
}

export function watchBacklog(dataDir: string, topology: Topology): BacklogWatch {
  const samples: BacklogSample[] = [];
  const { look, close } = sampler(dataDir, topology);
  let isOver = false;
  const watching = (async () => {
    while (!isOver) {
      const sample = await look();
      if (sample !== undefined) samples.push(sample);
      await delay(EVERY_MS);
    }
  })();
  return {
    samples,
    async waitUntilDrained(withinMs) {
      const from = performance.now();
      while (performance.now() < from + withinMs) {
        const last = samples.findLast(({ isComplete }) => isComplete);
        if (last !== undefined && last.at > from && last.waiting <= USUAL_IN_FLIGHT) return true;
        await delay(EVERY_MS);
      }
      return false;
    },
    async stop() {
      isOver = true;
      await watching;
      await close();
    },
  };
}

/** Drain of a backlog: events were shipped and handled. Rates in events per second. */
export interface Drain {
  readonly waiting: number;
  /**
   * Average from the first sample to the end of the drain. A single commit of matching can add thousands of events.
   */
  readonly arrivedPerSecond: number;
  /** The service that wrote most of the backlog. */
  readonly mainProducer: Producer;
  readonly shippedPerSecond: number;
  readonly seconds: number;
}

/**
 * The drain of the largest backlog between `from` and `to`, until the first complete sample at USUAL_IN_FLIGHT or less.
 * Undefined if the backlog stayed below MIN_BACKLOG or has not drained.
 */
export function drainOf(samples: readonly BacklogSample[], from: number, to: number): Drain | undefined {
  const [first, ...window] = samples.filter(({ at }) => at >= from && at <= to);
  if (first === undefined) return undefined;
  const top = window.reduce((most, one) => (one.waiting > most.waiting ? one : most), first);
  if (top.waiting < MIN_BACKLOG) return undefined;
  const drained = window.find(
    ({ at, waiting, isComplete }) => at > top.at && isComplete && waiting <= USUAL_IN_FLIGHT,
  );
  if (drained === undefined) return undefined;
  const begin = samples[0] ?? first;
  const shipped = top.waiting + drained.written - top.written - drained.waiting;
  return {
    waiting: top.waiting,
    arrivedPerSecond: rate(drained.written - begin.written, begin.at, drained.at),
    mainProducer: busiest(first, top),
    shippedPerSecond: rate(shipped, top.at, drained.at),
    seconds: (drained.at - top.at) / 1_000,
  };
}

function busiest(from: BacklogSample, to: BacklogSample): Producer {
  const wrote = (name: Producer) => (to.writtenBy[name] ?? 0) - (from.writtenBy[name] ?? 0);
  return PRODUCERS.reduce((most, name) => (wrote(name) > wrote(most) ? name : most));
}

const rate = (events: number, from: number, to: number) => events / Math.max(0.001, (to - from) / 1_000);
