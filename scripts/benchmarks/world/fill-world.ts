import type pg from 'pg';
import { number, print } from '../report.ts';
import { fillLinks } from './fill-links.ts';
import { fillLogins } from './fill-logins.ts';
import { fillPeople } from './fill-people.ts';
import { fillRegisters } from './fill-registers.ts';
import { fillTrail } from './fill-trail.ts';
import type { Filled } from './filled.ts';

/**
 * Multiplies rows of every service by SQL, through the tables' own triggers, and looks at them as autovacuum would. What is
 * sealed is a copy of what was sealed for one row, and is never opened, but for texts of registers, which are bound to
 * an id of their own.
 */
export async function fillWorld(client: pg.Client, filled: Filled): Promise<void> {
  await client.query('SET synchronous_commit = off');
  for (const [what, fill] of FILLS) {
    const begin = performance.now();
    await fill(client, filled);
    print(`filled: ${what}`, `${number((performance.now() - begin) / 1_000, 1)} s`);
  }
}

const FILLS = [
  ['people', fillPeople],
  ['links', fillLinks],
  ['logins', fillLogins],
  ['trail', fillTrail],
  ['registers', fillRegisters],
  ['statistics', lookAt],
] as const;

async function lookAt(client: pg.Client): Promise<void> {
  await client.query('VACUUM ANALYZE');
  await client.query('CHECKPOINT');
}
