import type { RevealComparison, RevealReading } from './facts.ts';

/** `unlogged` since the first comparison; `newlyUncounted` since the last one. */
export type Growth = Pick<RevealComparison, 'unlogged' | 'newlyUncounted'>;

const NOTHING = { vaultValues: 0, trailValuesBefore: 0, trailValuesAfter: 0, unlogged: 0 };

/**
 * Compares the growth of both counts since the last comparison. Totals are not enough: the vault counts in memory, so a
 * crash loses some of its count, which would hide as many unlogged values later. A loss and unlogged values between the
 * same two comparisons still hide each other. The trail's two readings bound the reveals during the vault's reading;
 * only a difference outside of the bounds counts.
 */
export function compareReadings(
  before: (RevealReading & { readonly unlogged: number }) | undefined,
  now: RevealReading,
): Growth {
  const last = before ?? NOTHING;
  const vaultGrowth = now.vaultValues - last.vaultValues;
  const mostLogged = now.trailValuesAfter - last.trailValuesBefore;
  const leastLogged = now.trailValuesBefore - last.trailValuesAfter;
  return {
    unlogged: last.unlogged + Math.max(0, vaultGrowth - mostLogged),
    newlyUncounted: Math.max(0, leastLogged - vaultGrowth),
  };
}
