import type { Client } from 'pg';
import type { OperationHistory } from '../load/operation-history.ts';
import { checkAnswers } from './check-answers.ts';
import { checkEffects } from './check-effects.ts';
import { checkPeople, type ListedPerson } from './check-people.ts';
import { checkTrail } from './check-trail.ts';
import type { Finding } from './finding.ts';
import { readStoredState } from './stored-state.ts';
import { readTrail } from './trail.ts';

/**
 * Compares the operation history with the API's lists and the database.
 * @param client in a transaction with one snapshot
 * @param companies the companies of the history
 */
export async function compareHistory(
  client: Client,
  history: OperationHistory,
  companies: readonly number[],
  listed: readonly ListedPerson[],
): Promise<Finding[]> {
  const people = [...history.people.values()];
  const stored = await readStoredState(client, companies);
  return [
    ...checkAnswers(history),
    ...checkPeople(people, listed, stored.people),
    ...checkEffects(people, stored),
    ...checkTrail(history, stored.people, await readTrail(client)),
  ];
}
