/** Delivers a value to all current waiters. */
export interface Signal<T> {
  /** The next value sent after this call. */
  next(): Promise<T>;
  tell(news: T): void;
}

export function createSignal<T>(): Signal<T> {
  let coming = Promise.withResolvers<T>();
  return {
    next: () => coming.promise,
    tell(news) {
      coming.resolve(news);
      coming = Promise.withResolvers<T>();
    },
  };
}
