import type { LogVerification } from './facts.ts';

type Learn = () => Promise<LogVerification | undefined>;

/** A verification is good for so many times what it took: at most a tenth of the time goes into verifying. */
const LASTS = 10;
/** ms; however long it took. */
const LASTS_AT_MOST = 60_000;

/**
 * The state of the trail for whoever runs checks: a verification reads all of it, so one that is under way or just ended
 * serves all who ask. A failure serves nobody but those who waited for it.
 * @param steady ms since some moment
 */
export function recentLogState(learn: Learn, steady: () => number = () => performance.now()): Learn {
  let known: Promise<LogVerification | undefined> | undefined;
  let goodUntil = Number.POSITIVE_INFINITY;

  const learnNow = async () => {
    const begunAt = steady();
    goodUntil = Number.POSITIVE_INFINITY;
    try {
      return await learn();
    } catch (thrown) {
      known = undefined;
      throw thrown;
    } finally {
      const endedAt = steady();
      goodUntil = endedAt + Math.min((endedAt - begunAt) * LASTS, LASTS_AT_MOST);
    }
  };
  return () => {
    if (steady() >= goodUntil) known = undefined;
    known ??= learnNow();
    return known;
  };
}
