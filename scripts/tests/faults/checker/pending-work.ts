import { setTimeout as delay } from 'node:timers/promises';
import type { Client } from 'pg';
import { connectDatabase } from '../../running-vault/database-access.ts';
import { AUDIT_ENTRIES_IN_TRANSIT, PRODUCERS } from '../producers.ts';

/** Rows of all queues of matching. */
const MATCHING = [
  'match_queue',
  'match_arrivals',
  'match_again',
  'match_again_together',
  'match_backfills',
].map((table) => `(SELECT count(*)::int FROM lineage.${table}) AS "lineage.${table}"`);

/** Counts of pending work by place: unshipped, shipped but not in the trail, unmatched, dead letters, alarms. */
export async function readPendingWork(client: Client): Promise<Readonly<Record<string, number>>> {
  const counts = PRODUCERS.flatMap((name) => [
    `(SELECT count(*)::int FROM ${name}.outbox) AS "${name}.outbox"`,
    `(SELECT count(*)::int FROM ${name}.dead_letter) AS "${name}.dead_letter"`,
  ]);
  const { rows } = await client.query<Record<string, number>>(
    `SELECT ${[...counts, ...MATCHING].join(', ')},
       (${AUDIT_ENTRIES_IN_TRANSIT}) AS "audit entries in transit",
       (SELECT count(*)::int FROM audit.producer_heads WHERE alarm IS NOT NULL) AS "audit alarms"`,
  );
  return Object.fromEntries(Object.entries(rows[0] ?? {}).filter(([, count]) => count > 0));
}

/** Default time in which pending work has to finish: a message is retried after 5, 20 and 80 s. */
export const IDLE_TIMEOUT_MS = 120_000;

/** Waits until no service has pending work. @returns what is still pending after `withinMs` */
export async function waitUntilIdle(dataDir: string, withinMs = IDLE_TIMEOUT_MS): Promise<string[]> {
  const until = performance.now() + withinMs;
  const client = await connectDatabase(dataDir);
  try {
    for (;;) {
      const pending = Object.entries(await readPendingWork(client));
      if (pending.length === 0) return [];
      if (performance.now() > until) return pending.map(([what, count]) => `${count} in ${what}`);
      await delay(200);
    }
  } finally {
    await client.end();
  }
}
