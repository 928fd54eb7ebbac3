import { setTimeout as delay } from 'node:timers/promises';
import type { Client } from 'pg';
import { connectDatabase } from './database-access.ts';

/** Services whose schema has an outbox. */
const PRODUCERS = ['identity', 'tenancy', 'vault', 'crypto', 'lineage', 'compliance', 'audit'] as const;

/** Events of all services at one moment: written since the beginning, and not shipped yet. */
export interface BacklogSample {
  /** ms of `performance.now()`. */
  readonly at: number;
  readonly written: number;
  readonly waiting: number;
}

/** Looks at the outboxes a few times a second, as long as the database lets it. */
export interface BacklogWatch {
  readonly samples: readonly BacklogSample[];
  /** Resolves when a sample taken after the call shows no more than is on its way at any time, or after `withinMs`. */
  calm(withinMs: number): Promise<boolean>;
  stop(): Promise<void>;
}

const EVERY_MS = 200;
/** Fewer than that are on their way at any time. */
const CALM = 200;
/** A backlog that says something about how fast it drains: below that a batch more or less decides. */
const GATHERED = 1_000;
const SAMPLE = `SELECT ${PRODUCERS.map(
  (name) => `coalesce((SELECT last_value FROM ${name}.outbox_id_seq WHERE is_called), 0)`,
).join(
  ' + ',
)} AS written, ${PRODUCERS.map((name) => `(SELECT count(*) FROM ${name}.outbox)`).join(' + ')} AS waiting`;

export function watchBacklog(dataDir: string): BacklogWatch {
  const samples: BacklogSample[] = [];
  let client: Client | undefined;
  let isOver = false;
  const look = async () => {
    try {
      client ??= await connectDatabase(dataDir);
      const { rows } = await client.query<{ written: string; waiting: string }>(SAMPLE);
      const [row] = rows;
      if (row !== undefined)
        samples.push({ at: performance.now(), written: Number(row.written), waiting: Number(row.waiting) });
    } catch {
      // The database is what faults are injected into.
      await client?.end().catch(() => undefined);
      client = undefined;
    }
  };
  const watching = (async () => {
    while (!isOver) {
      await look();
      await delay(EVERY_MS);
    }
  })();
  return {
    samples,
    async calm(withinMs) {
      const from = performance.now();
      while (performance.now() < from + withinMs) {
        const last = samples.at(-1);
        if (last !== undefined && last.at > from && last.waiting <= CALM) return true;
        await delay(EVERY_MS);
      }
      return false;
    },
    async stop() {
      isOver = true;
      await watching;
      await client?.end().catch(() => undefined);
    },
  };
}

/** How a backlog that had grown went down again, events per second. */
export interface Drain {
  readonly waiting: number;
  readonly arrivedPerSecond: number;
  readonly shippedPerSecond: number;
  readonly seconds: number;
}

/**
 * The drain after the largest backlog within `from` and `to`: from there to the first sample at which no more waits
 * than arrives in half a second. Undefined when nothing to speak of had gathered, or it has not gone down.
 */
export function drainOf(samples: readonly BacklogSample[], from: number, to: number): Drain | undefined {
  const [first, ...window] = samples.filter(({ at }) => at >= from && at <= to);
  if (first === undefined) return undefined;
  const top = window.reduce((most, one) => (one.waiting > most.waiting ? one : most), first);
  if (top.waiting < GATHERED) return undefined;
  const arrivedPerSecond = rate(top.written - first.written, first.at, top.at);
  const calm = window.find(
    ({ at, waiting }) => at > top.at && waiting <= Math.max(CALM / 4, arrivedPerSecond / 2),
  );
  if (calm === undefined) return undefined;
  const shipped = top.waiting + calm.written - top.written - calm.waiting;
  return {
    waiting: top.waiting,
    arrivedPerSecond,
    shippedPerSecond: rate(shipped, top.at, calm.at),
    seconds: (calm.at - top.at) / 1_000,
  };
}

const rate = (events: number, from: number, to: number) => events / Math.max(0.001, (to - from) / 1_000);

/** What is still under way anywhere: unshipped, unmatched, set aside. */
export async function readUnrest(dataDir: string): Promise<Readonly<Record<string, number>>> {
  const counts = PRODUCERS.flatMap((name) => [
    `(SELECT count(*)::int FROM ${name}.outbox) AS "${name}.outbox"`,
    `(SELECT count(*)::int FROM ${name}.dead_letter) AS "${name}.dead_letter"`,
  ]);
  const client = await connectDatabase(dataDir);
  try {
    const { rows } = await client.query<Record<string, number>>(
      `SELECT ${counts.join(', ')}, (SELECT count(*)::int FROM lineage.match_queue) AS "lineage.match_queue",
         (SELECT count(*)::int FROM audit.producer_heads WHERE alarm IS NOT NULL) AS "audit alarms"`,
    );
    return Object.fromEntries(Object.entries(rows[0] ?? {}).filter(([, count]) => count > 0));
  } finally {
    await client.end();
  }
}
