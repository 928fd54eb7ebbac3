/** Promises that a run verifies. */
export const PROMISES = [
  'every fault happens',
  'answers agree',
  'no acknowledged write lost',
  'every effect once',
  'no answer without its audit row',
  'proofs verify',
  'no readable value in a file',
  'requests succeed again',
  'nothing is left behind',
  'the backlog drains',
] as const;
export type PromiseName = (typeof PROMISES)[number];

/** A broken promise with its evidence: ids and counts, never a value. */
export interface Finding {
  readonly promise: PromiseName;
  readonly what: string;
}

const SHOWN = 5;

/** One finding for all cases of a kind: the count and the first cases; none without cases. */
export function findingOf(promise: PromiseName, what: string, cases: readonly string[]): Finding[] {
  if (cases.length === 0) return [];
  const rest = cases.length > SHOWN ? ` and ${cases.length - SHOWN} more` : '';
  return [{ promise, what: `${what} (${cases.length}): ${cases.slice(0, SHOWN).join('; ')}${rest}` }];
}
