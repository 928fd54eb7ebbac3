import { setTimeout as delay } from 'node:timers/promises';
import type { Client } from 'pg';
import { connectDatabase } from '../../running-vault/database-access.ts';
import { ENTRIES_ON_THE_BUS, PRODUCERS } from '../producers.ts';

/** Who waits for matching, in whichever way. */
const MATCHING = [
  'match_queue',
  'match_arrivals',
  'match_again',
  'match_again_together',
  'match_backfills',
].map((table) => `(SELECT count(*)::int FROM lineage.${table}) AS "lineage.${table}"`);

/** What is still under way: unshipped, shipped but not in the trail, unmatched, set aside. */
export async function readUnrest(client: Client): Promise<Readonly<Record<string, number>>> {
  const counts = PRODUCERS.flatMap((name) => [
    `(SELECT count(*)::int FROM ${name}.outbox) AS "${name}.outbox"`,
    `(SELECT count(*)::int FROM ${name}.dead_letter) AS "${name}.dead_letter"`,
  ]);
  const { rows } = await client.query<Record<string, number>>(
    `SELECT ${[...counts, ...MATCHING].join(', ')},
       (${ENTRIES_ON_THE_BUS}) AS "audit entries on the bus",
       (SELECT count(*)::int FROM audit.producer_heads WHERE alarm IS NOT NULL) AS "audit alarms"`,
  );
  return Object.fromEntries(Object.entries(rows[0] ?? {}).filter(([, count]) => count > 0));
}

/** How long a vault may take until nothing is under way: the retries of a message come within 5, 20 and 80 s. */
export const REST_MS = 120_000;

/** Waits until nothing is under way in any service. @returns what still is after `withinMs` */
export async function comesToRest(dataDir: string, withinMs = REST_MS): Promise<string[]> {
  const until = performance.now() + withinMs;
  const client = await connectDatabase(dataDir);
  try {
    for (;;) {
      const unrest = Object.entries(await readUnrest(client));
      if (unrest.length === 0) return [];
      if (performance.now() > until) return unrest.map(([what, count]) => `${count} in ${what}`);
      await delay(200);
    }
  } finally {
    await client.end();
  }
}
