import type pg from 'pg';
import { number, print } from '../report.ts';
import { fillLinks } from './fill-links.ts';
import { fillLogins } from './fill-logins.ts';
import { fillPeople } from './fill-people.ts';
import { fillRegisters } from './fill-registers.ts';
import { fillTrail } from './fill-trail.ts';
import type { Filled } from './filled.ts';

/**
 * Multiplies the rows of every service by SQL, with triggers, and runs ANALYZE. Ciphertexts are copies that are never
 * decrypted, except texts of registers, which are bound to their id.
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
