/** Results of one workload. Rates are per second, latencies in ms. */
export interface Measured {
  readonly perSecond: number;
  readonly p50: number;
  readonly p99: number;
  readonly calls: number;
  readonly failed: number;
}

export interface Warmed extends Measured {
  /** The rate during the warm-up. */
  readonly perSecondBefore: number;
}

/** Length of the warm-up: V8 optimises code during its first thousands of calls. */
export const WARM_UP_SECONDS = Number(process.env.BENCH_WARM_UP_SECONDS ?? 8);

/**
 * Closed loop: each of `connections` sends its next call after the last answer, for `seconds` after `warmUpSeconds`.
 * `work` resolves to the number of units done (rows, values), or throws.
 */
export async function measure(
  connections: number,
  seconds: number,
  work: (connection: number) => Promise<number>,
  warmUpSeconds = WARM_UP_SECONDS,
): Promise<Warmed> {
  const begin = performance.now();
  const countFrom = begin + warmUpSeconds * 1_000;
  const until = countFrom + seconds * 1_000;
  const times: number[] = [];
  let done = 0;
  let doneBefore = 0;
  let failed = 0;
  await Promise.all(
    Array.from({ length: connections }, async (_, connection) => {
      while (performance.now() < until) {
        const sentAt = performance.now();
        const units = await work(connection).catch(() => undefined);
        const answeredAt = performance.now();
        if (sentAt < countFrom) {
          doneBefore += units ?? 0;
          continue;
        }
        if (units === undefined) failed += 1;
        else done += units;
        times.push(answeredAt - sentAt);
      }
    }),
  );
  const elapsed = (performance.now() - countFrom) / 1_000;
  const perSecondBefore = warmUpSeconds > 0 ? doneBefore / warmUpSeconds : 0;
  return { perSecond: done / elapsed, perSecondBefore, ...latencies(times), calls: times.length, failed };
}

/** @param times in ms, in any order */
export function latencies(times: readonly number[]): Pick<Measured, 'p50' | 'p99'> {
  const sorted = times.toSorted((a, b) => a - b);
  const at = (share: number) => sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? 0;
  return { p50: at(0.5), p99: at(0.99) };
}
