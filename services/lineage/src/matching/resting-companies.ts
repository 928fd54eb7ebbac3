/** Companies whose records the vault holds back for now, so that their work does not keep that of others waiting. */
export interface RestingCompanies {
  /** Leaves the company alone for a while, no longer than `mostMs`. */
  rest(companyId: number, mostMs?: number): void;
  /** Companies to pass over now. */
  ids(): number[];
}

/** @param restMs how long a company is left alone before it is tried again */
export function restingCompanies(restMs: number, now: () => number = Date.now): RestingCompanies {
  const until = new Map<number, number>();
  return {
    rest: (companyId, mostMs = restMs) => void until.set(companyId, now() + Math.min(restMs, mostMs)),
    ids() {
      for (const [companyId, end] of until) if (end <= now()) until.delete(companyId);
      return [...until.keys()];
    },
  };
}
