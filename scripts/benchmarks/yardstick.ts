import type { Measured } from './load.ts';
import { number } from './report.ts';

/** How long the vault comes to rest before the yardstick is measured: relays, trail and statistics of what was before. */
const REST_MS = 2_000;

type Rate = Pick<Measured, 'perSecond'>;

export interface Compared<T> {
  readonly of: T;
  /** Such as `0.35 B (B 9,100/s)`. */
  readonly ratio: string;
}

/**
 * Measures `work` between two looks at what PostgreSQL does, for a shared machine may be half as fast a minute later. Nothing
 * else is asked of the vault meanwhile; what it does unasked is taken from the yardstick.
 */
export async function betweenYardsticks<T extends Rate>(
  name: 'A' | 'B',
  yardstick: () => Promise<Rate>,
  work: () => Promise<T>,
): Promise<Compared<T>> {
  const rested = async () => {
    await new Promise((resolve) => setTimeout(resolve, REST_MS));
    return (await yardstick()).perSecond;
  };
  const before = await rested();
  const of = await work();
  const middle = (before + (await rested())) / 2;
  return { of, ratio: `${(of.perSecond / middle).toFixed(3)} ${name} (${name} ${number(middle)}/s)` };
}
