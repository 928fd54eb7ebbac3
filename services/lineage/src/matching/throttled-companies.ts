/** Companies that the vault throttles. They are skipped for a while, so that other companies do not wait for them. */
export interface ThrottledCompanies {
  /** Skips the company for a while, at most `mostMs`. */
  throttle(companyId: number, mostMs?: number): void;
  /** Companies to skip now. */
  ids(): number[];
}

/** @param pauseMs time after which a skipped company is tried again */
export function throttledCompanies(pauseMs: number, now: () => number = Date.now): ThrottledCompanies {
  const until = new Map<number, number>();
  return {
    throttle: (companyId, mostMs = pauseMs) => void until.set(companyId, now() + Math.min(pauseMs, mostMs)),
    ids() {
      for (const [companyId, end] of until) if (end <= now()) until.delete(companyId);
      return [...until.keys()];
    },
  };
}
