import { setTimeout as delay } from 'node:timers/promises';
import type { Client } from 'pg';
import { connectDatabase } from '../running-vault/database-access.ts';
import type { Topology } from '../running-vault/vault-process.ts';
import { consumerLag } from './consumer-lag.ts';
import { ENTRIES_ON_THE_BUS, PRODUCERS, type Producer } from './producers.ts';

/** Events of all services at one moment; of those on Kafka that are no audit entries, records. */
export interface BacklogSample {
  /** ms of `performance.now()`. */
  readonly at: number;
  /** Since the beginning. */
  readonly written: number;
  /** The same by the service that wrote them. */
  readonly writtenBy: Readonly<Partial<Record<Producer, number>>>;
  /** In the outboxes and, of a whole sample, on the bus before the slowest of their consumers. */
  readonly waiting: number;
  readonly isWhole: boolean;
}

/** Looks at the outboxes a few times a second, as long as the database lets it. */
export interface BacklogWatch {
  readonly samples: readonly BacklogSample[];
  /**
   * Resolves with true when a whole sample taken after the call shows no more than is on its way at any time, with false
   * when none has within `withinMs`.
   */
  calm(withinMs: number): Promise<boolean>;
  stop(): Promise<void>;
}

const EVERY_MS = 200;
/** How often Kafka is asked, during a fault, too, or nobody sees when a backlog had gone: fifty requests at a time are work for it. */
const KAFKA_EVERY_MS = 1_000;
/** Fewer than that are on their way at any time. */
const CALM = 400;
/** A backlog that says something about how fast it drains: below that a batch more or less decides. */
const GATHERED = 1_000;
const SAMPLE = `SELECT ${PRODUCERS.map(
  (name) => `coalesce((SELECT last_value FROM ${name}.outbox_id_seq WHERE is_called), 0) AS ${name}`,
).join(', ')}, ${PRODUCERS.map((name) => `(SELECT count(*) FROM ${name}.outbox)`).join(' + ')} AS waiting`;

/** Of the bus that is a log in the database: per topic what the slowest group has not handled. */
const ON_THE_LOG = `SELECT coalesce(sum(behind), 0) AS behind FROM (
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
  /** Undefined when it was asked a moment ago, or nobody can tell. */
  const lag = async (database: Client): Promise<number | undefined> => {
    if (kafka === undefined) {
      const { rows } = await database.query<{ behind: string }>(ON_THE_LOG);
      return Number(rows[0]?.behind);
    }
    if (performance.now() < askedAt + KAFKA_EVERY_MS) return undefined;
    askedAt = performance.now();
    const [others, audit] = await Promise.all([
      kafka.read().catch(() => undefined),
      database.query<{ behind: string }>(ENTRIES_ON_THE_BUS),
    ]);
    return others === undefined ? undefined : others + Number(audit.rows[0]?.behind);
  };
  return {
    async look() {
      try {
        client ??= await connectDatabase(dataDir);
        const { rows } = await client.query<Record<Producer | 'waiting', string>>(SAMPLE);
        // What is shipped between the two is counted twice, and never not at all.
        const behind = await lag(client);
        const by = PRODUCERS.map((name) => [name, Number(rows[0]?.[name])] as const);
        return {
          at: performance.now(),
          written: by.reduce((sum, [, count]) => sum + count, 0),
          writtenBy: Object.fromEntries(by),
          waiting: Number(rows[0]?.waiting) + (behind ?? 0),
          isWhole: behind !== undefined,
        };
      } catch {
        // The database is what faults are injected into.
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
    async calm(withinMs) {
      const from = performance.now();
      while (performance.now() < from + withinMs) {
        const last = samples.findLast(({ isWhole }) => isWhole);
        if (last !== undefined && last.at > from && last.waiting <= CALM) return true;
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

/** How a backlog that had grown was shipped and handled, events per second. */
export interface Drain {
  readonly waiting: number;
  /**
   * From the first sample of all to the drain's end. Not of the moments in which it grew: matching writes a scope anew in
   * one commit, thousands of events that gathered in no time.
   */
  readonly arrivedPerSecond: number;
  /** Who wrote most of what had gathered. */
  readonly mostBy: Producer;
  readonly shippedPerSecond: number;
  readonly seconds: number;
}

/**
 * The drain after the largest backlog within `from` and `to`: from there to the first whole sample that is calm.
 * Undefined when nothing to speak of had gathered, or it has not gone down, which `calm` tells.
 */
export function drainOf(samples: readonly BacklogSample[], from: number, to: number): Drain | undefined {
  const [first, ...window] = samples.filter(({ at }) => at >= from && at <= to);
  if (first === undefined) return undefined;
  const top = window.reduce((most, one) => (one.waiting > most.waiting ? one : most), first);
  if (top.waiting < GATHERED) return undefined;
  const calm = window.find(({ at, waiting, isWhole }) => at > top.at && isWhole && waiting <= CALM);
  if (calm === undefined) return undefined;
  const begin = samples[0] ?? first;
  const shipped = top.waiting + calm.written - top.written - calm.waiting;
  return {
    waiting: top.waiting,
    arrivedPerSecond: rate(calm.written - begin.written, begin.at, calm.at),
    mostBy: busiest(first, top),
    shippedPerSecond: rate(shipped, top.at, calm.at),
    seconds: (calm.at - top.at) / 1_000,
  };
}

function busiest(from: BacklogSample, to: BacklogSample): Producer {
  const wrote = (name: Producer) => (to.writtenBy[name] ?? 0) - (from.writtenBy[name] ?? 0);
  return PRODUCERS.reduce((most, name) => (wrote(name) > wrote(most) ? name : most));
}

const rate = (events: number, from: number, to: number) => events / Math.max(0.001, (to - from) / 1_000);
