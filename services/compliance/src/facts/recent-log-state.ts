import type { LogVerification } from './facts.ts';

/** The trail's verification; the last known one when the trail could not be verified now (`isNew` is false). */
export interface LogState {
  readonly verification: LogVerification | undefined;
  readonly isNew: boolean;
}

/** A verification stays valid for this multiple of its duration, so verifying takes at most a tenth of the time. */
const LASTS = 10;
/** Longest validity of a verification, ms. */
const LASTS_AT_MOST = 60_000;

/**
 * The state of the trail for runs of checks. A verification reads the whole trail, so callers share one that is running
 * or recent. A failed one serves only the callers that waited for it.
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
