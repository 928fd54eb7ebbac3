/** A resource that is created on first use, then shared, and created again after a reset or a failed creation. */
export interface Reusable<T> {
  get(): Promise<T>;
  /** Closes the current resource; never rejects. */
  reset(): Promise<void>;
}

export function createReusable<T>(make: () => Promise<T>, end: (made: T) => Promise<void>): Reusable<T> {
  let current: Promise<T> | undefined;
  return {
    get() {
      if (current === undefined) {
        const fresh = make();
        current = fresh;
        fresh.catch(() => {
          if (current === fresh) current = undefined;
        });
      }
      return current;
    },
    async reset() {
      const last = current;
      current = undefined;
      await last?.then(end).catch(() => undefined);
    },
  };
}
