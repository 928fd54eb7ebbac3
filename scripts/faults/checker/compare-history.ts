import type { Client } from 'pg';
import type { Told } from '../load/told.ts';
import { checkAnswers } from './check-answers.ts';
import { checkEffects } from './check-effects.ts';
import { checkPeople, type ListedPerson } from './check-people.ts';
import { checkTrail } from './check-trail.ts';
import type { Finding } from './finding.ts';
import { readHeld } from './held.ts';
import { readTrail } from './trail.ts';

/**
 * Holds what clients were told against what the API lists and what the database has.
 * @param client in a transaction of one snapshot
 * @param companies whose clients they were
 */
export async function compareTold(
  client: Client,
  told: Told,
  companies: readonly number[],
  listed: readonly ListedPerson[],
): Promise<Finding[]> {
  const people = [...told.people.values()];
  const held = await readHeld(client, companies);
  return [
    ...checkAnswers(told),
    ...checkPeople(people, listed, held.people),
    ...checkEffects(people, held),
    ...checkTrail(told, held.people, await readTrail(client)),
  ];
}
