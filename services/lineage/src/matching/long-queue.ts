/** So long nobody is taken for the last one, ms: between two chunks of an import the queue may be short for a moment. */
const LULL_MS = 500;

/** Remembers whose queue was long: whether an import goes on, the queue of this moment alone does not tell. */
export interface LongQueue {
  /** The company's queue is long now, or still so full that it is not over. */
  see(companyId: number): void;
  /** The company's was so a moment ago; any company's unless told. */
  isRecent(companyId?: number): boolean;
}

/** @param now a clock that nobody sets, ms */
export function longQueue(now: () => number = () => performance.now()): LongQueue {
  const seenAt = new Map<number, number>();
  return {
    see: (companyId) => void seenAt.set(companyId, now()),
    isRecent(companyId) {
      for (const [id, at] of seenAt) if (now() - at >= LULL_MS) seenAt.delete(id);
      return companyId === undefined ? seenAt.size > 0 : seenAt.has(companyId);
    },
  };
}
