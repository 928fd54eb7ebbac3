import type { LogVerification } from './facts.ts';

/** What a look at the trail's state brought: where the trail could not be verified, the last that is known. */
export interface LogState {
  readonly verification: LogVerification | undefined;
  readonly isNew: boolean;
}

/** A verification is good for so many times what it took: at most a tenth of the time goes into verifying. */
const LASTS = 10;
/** ms; however long it took. */
const LASTS_AT_MOST = 60_000;

/**
 * The state of the trail for whoever runs checks: a verification reads all of it, so one that is under way or just
 * ended serves all who ask. One that could not be made serves nobody but those who waited for it.
 * @param steady ms since some moment
 */
export function recentLogState(
  learn: () => Promise<LogState>,
  steady: () => number = () => performance.now(),
): () => Promise<LogVerification | undefined> {
  let known: Promise<LogVerification | undefined> | undefined;
  let goodUntil = Number.POSITIVE_INFINITY;

  const learnNow = async () => {
    const begunAt = steady();
    goodUntil = Number.POSITIVE_INFINITY;
    let isNew = false;
    try {
      const state = await learn();
      isNew = state.isNew;
      return state.verification;
    } finally {
      const endedAt = steady();
      goodUntil = isNew ? endedAt + Math.min((endedAt - begunAt) * LASTS, LASTS_AT_MOST) : endedAt;
    }
  };
  return () => {
    if (steady() >= goodUntil) known = undefined;
    known ??= learnNow();
    return known;
  };
}
