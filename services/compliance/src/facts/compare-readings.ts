import type { RevealComparison, RevealReading } from './facts.ts';

export type Growth = Pick<RevealComparison, 'unlogged' | 'newlyUncounted'>;

const NOTHING = { vaultValues: 0, trailValuesBefore: 0, trailValuesAfter: 0, unlogged: 0 };

/**
 * Compares how far both counts have come since the comparison before. Totals alone would not do: the vault counts
 * in memory, so a crash takes some of its count for ever, and would hide as many unlogged values later.
 * The trail's two readings bound what was revealed while the vault's was taken; only what lies outside counts.
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
