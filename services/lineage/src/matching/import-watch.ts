/** An import counts as running this long after its last batch, ms: between two chunks the queue may be short. */
const LULL_MS = 500;
/** Longest wait for an import, ms. */
const MOST_MS = 60_000;

/** Remembers companies with long queues: the current queue alone does not show whether an import is running. */
export interface ImportWatch {
  /** Call it when a batch of the company's import is claimed or stored. */
  see(companyId: number): void;
  /** Whether the company, or without an id any company, is importing. */
  goesOn(companyId?: number): boolean;
  /** Companies whose import has run for a minute, or for another one since they were taken. */
  takeOverdue(): ReadonlySet<number>;
}

interface Import {
  readonly companyId: number;
  since: number;
  seenAt: number;
}

/** Knows the imports of this process only: another process does not wait. @param now a monotonic clock, ms */
export function importWatch(now: () => number = () => performance.now()): ImportWatch {
  const imports = new Map<number, Import>();
  const going = (): Import[] => [...imports.values()].filter(({ seenAt }) => now() - seenAt < LULL_MS);
  return {
    see(companyId) {
      const own = going().find((one) => one.companyId === companyId);
      imports.set(companyId, { companyId, since: own?.since ?? now(), seenAt: now() });
    },
    goesOn: (companyId) => going().some((one) => companyId === undefined || one.companyId === companyId),
    takeOverdue() {
      const overdue = going().filter(({ since }) => now() - since >= MOST_MS);
      for (const one of overdue) one.since = now();
      return new Set(overdue.map(({ companyId }) => companyId));
    },
  };
}
