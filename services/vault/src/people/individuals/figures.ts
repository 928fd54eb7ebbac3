import type { Ctx } from '@pii-vault/platform/core/context/ctx';
import { readingScope } from '@pii-vault/platform/domain/reading-scope';
import type { Database } from '@pii-vault/platform/postgres/database';
import { addSums, readPeopleSums } from './people-sums.ts';

/** Sums over all people of a set of companies. */
export interface Figures {
  readonly individuals: number;
  readonly completenessSum: number;
  readonly qualitySum: number;
  readonly high: number;
  readonly medium: number;
  readonly low: number;
}

interface Kept<T> {
  readonly until: number;
  readonly value: Promise<T>;
}

const COUNT_AT_ONCE_MS = 5;
const FACTOR = 50;
const LONGEST_MS = 30_000;
const MAX_KEPT = 1_000;

/**
 * Caches a figure for 50 times its computing time, at most 30 s: figures of small companies are always fresh, and those
 * of large ones use at most 2 % of a connection. Concurrent callers share one query.
 */
export class FigureCache<T> {
  readonly #kept = new Map<string, Kept<T>>();
  readonly #now: () => number;

  constructor(now: () => number = performance.now.bind(performance)) {
    this.#now = now;
  }

  get(name: string, compute: () => Promise<T>): Promise<T> {
    const known = this.#kept.get(name);
    if (known !== undefined && known.until > this.#now()) return known.value;
    const started = this.#now();
    const value = compute();
    this.#keep(name, { until: Number.POSITIVE_INFINITY, value });
    value.then(
      () => {
        const took = this.#now() - started;
        const life = took < COUNT_AT_ONCE_MS ? 0 : Math.min(FACTOR * took, LONGEST_MS);
        this.#keep(name, { until: this.#now() + life, value });
      },
      () => this.#kept.delete(name),
    );
    return value;
  }

  #keep(name: string, kept: Kept<T>): void {
    this.#kept.delete(name);
    this.#kept.set(name, kept);
    const oldest = this.#kept.keys().next();
    if (this.#kept.size > MAX_KEPT && !oldest.done) this.#kept.delete(oldest.value);
  }
}

/** Figures over the companies together, from their roll-ups. */
export async function readFigures(
  db: Pick<Database, 'tenant'>,
  ctx: Ctx,
  companies: readonly number[],
): Promise<Figures> {
  const sums = await db.tenant(readingScope(ctx, companies), (tx) => readPeopleSums(tx, companies));
  const { byQuality, ...figures } = addSums(sums.values());
  const between = (from: number, to: number) => byQuality.slice(from, to).reduce((sum, one) => sum + one, 0);
  return { ...figures, high: between(9, 10), medium: between(7, 9), low: between(0, 7) };
}
