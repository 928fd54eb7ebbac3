/** Something made when it is first asked for, shared from then on, and made anew after a reset. */
export interface Reusable<T> {
  get(): Promise<T>;
  /** Ends what there is; never rejects. */
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
