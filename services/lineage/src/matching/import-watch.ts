/** An import counts as running for this long, ms: between two of its chunks the queue may be short for a moment. */
const LULL_MS = 500;
/** An import is waited for so long, ms. */
const MOST_MS = 60_000;

/** Remembers whose queue was long: whether an import goes on, the queue of this moment alone does not tell. */
export interface ImportWatch {
  /** A batch of the company's import is claimed, or stored. */
  see(companyId: number): void;
  /** Whether the company imports; without an id, whether any company does. */
  goesOn(companyId?: number): boolean;
  /** Companies whose import goes on for a minute, or for one more since they were taken. */
  takeOverdue(): ReadonlySet<number>;
}

interface Import {
  readonly companyId: number;
  since: number;
  seenAt: number;
}

/** Of this process only: a process that saw no import does not wait. @param now a monotonic clock, ms */
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
