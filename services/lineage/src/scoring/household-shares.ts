import type { ComparisonName } from './comparison-levels.ts';
import { type LevelCounts, sharesOf } from './level-counts.ts';

/** Level shares at which EM starts for households: one address, often one phone, part of a name. */
const HOUSEHOLD_START: Readonly<Partial<Record<ComparisonName, readonly number[]>>> = {
  name: [0.24, 0.24, 0.26, 0.24, 0.01, 0.01],
  address: [0.02, 0.02, 0.03, 0.05, 0.4, 0.48],
  phone: [0.5, 0.5],
};
/**
 * Share of pairs of one household that are twins: of births in South Asia 6 to 9 in 1,000 are of twins (Smits and
 * Monden, "Twinning across the Developing World", PLoS ONE 6:9, 2011), and most pairs are no siblings.
 */
const TWINS = 0.005;
const NAMESAKES = 0.01;
const FIRST_CLOSE_NAME = 4;

/** The initial class, before EM. */
export const householdStart = (name: ComparisonName, u: readonly number[]): number[] => [
  ...(HOUSEHOLD_START[name] ?? strangerAtHome(name, u)),
];

/**
 * Level shares of two people of one household. They share one address, so its spelling differs as for one person (m).
 * Name and phone are learnt, but with a bound: two members of a family seldom share the whole name, and without the
 * bound the class would absorb every mistyped birth date. All other comparisons are those of strangers (u), except the
 * birth dates of twins.
 */
export function householdShares(
  name: ComparisonName,
  { m, u }: { m: readonly number[]; u: readonly number[] },
  home: LevelCounts,
): number[] {
  if (name === 'address') return [...m];
  if (HOUSEHOLD_START[name] === undefined) return strangerAtHome(name, u);
  const learnt = sharesOf(home[name]);
  if (name !== 'name') return learnt;
  const bounded = learnt.map((share, at) => (at >= FIRST_CLOSE_NAME ? Math.min(share, NAMESAKES) : share));
  const total = bounded.reduce((sum, share) => sum + share, 0);
  return bounded.map((share) => share / total);
}

function strangerAtHome(name: ComparisonName, u: readonly number[]): number[] {
  if (name !== 'dob') return [...u];
  return u.map((share, at) => share * (1 - TWINS) + (at + 1 === u.length ? TWINS : 0));
}
