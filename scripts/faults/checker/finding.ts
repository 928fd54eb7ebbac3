/** The promises that a run holds the vault to. */
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
export type Promised = (typeof PROMISES)[number];

/** A promise that was not kept, and what shows it: ids and counts, never a value. */
export interface Finding {
  readonly promise: Promised;
  readonly what: string;
}

const SHOWN = 5;

/** Many of a kind as one finding: how many, and the first of them. */
export function findingOf(promise: Promised, what: string, cases: readonly string[]): Finding[] {
  if (cases.length === 0) return [];
  const rest = cases.length > SHOWN ? ` and ${cases.length - SHOWN} more` : '';
  return [{ promise, what: `${what} (${cases.length}): ${cases.slice(0, SHOWN).join('; ')}${rest}` }];
}
