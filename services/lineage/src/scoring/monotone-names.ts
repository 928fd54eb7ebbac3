import { LEVEL_COUNTS, NAME_EQUAL } from './comparison-levels.ts';
import type { LevelShares } from './linkage-model.ts';
import { MET_SHARES } from './met-shares.ts';

type NameShares = LevelShares[keyof LevelShares];

/**
 * Makes the shares of name levels monotone: a more similar name is never evidence against one person, neither against
 * two strangers (m/u) nor against two of one household (m/h). Neighbouring levels that violate this get their common
 * ratio, as in isotonic regression (pool adjacent violators: Ayer, Brunk, Ewing, Reid and Silverman, Ann. Math. Stat.
 * 26:4, 1955). The sums of m, u and h stay the same.
 */
export function monotoneNames({ m, u, h }: NameShares): NameShares {
  const rising = risingRatios(m, u);
  const likely = u.map((share, at) => share * (rising[at] ?? 1));
  const falling = risingRatios(likely, h);
  return { m: likely, u: [...u], h: likely.map((share, at) => share / (falling[at] ?? 1)) };
}

interface Block {
  readonly over: number;
  readonly under: number;
  readonly levels: number;
}

/** over / under for each level, with neighbours pooled until the ratios do not fall. */
function risingRatios(over: readonly number[], under: readonly number[]): number[] {
  const blocks: Block[] = [];
  for (const [at, share] of over.entries()) {
    let block: Block = { over: share, under: under[at] ?? share, levels: 1 };
    for (let last = blocks.at(-1); last !== undefined && ratio(last) > ratio(block); last = blocks.at(-1)) {
      blocks.pop();
      block = {
        over: last.over + block.over,
        under: last.under + block.under,
        levels: last.levels + block.levels,
      };
    }
    blocks.push(block);
  }
  return blocks.flatMap((block) => new Array<number>(block.levels).fill(ratio(block)));
}

const ratio = ({ over, under }: Block): number => over / under;

/**
 * Raises the shares of joined strangers (met-shares.ts) where those of less similar names are too low: for any levels
 * of address and birth date, a more similar name is then no evidence against one person. At most 1.
 * @param kept least share of the positive bits that a name keeps (keptShares)
 */
export function monotoneMet(met: readonly number[], { m, u }: NameShares, kept: number): number[] {
  const monotone = [...met];
  const odds = m.map((share, at) => {
    const ratio = share / (u[at] ?? share);
    return ratio > 1 ? ratio ** kept : ratio;
  });
  for (let rest = 0; rest < MET_SHARES; rest += LEVEL_COUNTS.name)
    for (let name = NAME_EQUAL - 1; name > 0; name -= 1) {
      const [own, above] = [rest + name, rest + name + 1];
      const least = ((monotone[above] ?? 1) * (odds[name - 1] ?? 1)) / (odds[name] ?? 1);
      monotone[own] = Math.min(1, Math.max(monotone[own] ?? 1, least));
    }
  return monotone;
}
