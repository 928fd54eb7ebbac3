/** What runs until it has ended by itself or by somebody else. */
interface Running {
  readonly ended: Promise<void>;
}

export interface StartedOnDemand<R extends Running> {
  /** What runs; starts it when nothing does. One that has ended or did not start is forgotten. */
  get(): Promise<R>;
  /** What runs or starts at the moment. */
  current(): Promise<R> | undefined;
}

export function startedOnDemand<R extends Running>(start: () => Promise<R>): StartedOnDemand<R> {
  let current: Promise<R> | undefined;
  const begin = () => {
    const begun = start();
    const forget = () => {
      if (current === begun) current = undefined;
    };
    begun.then(({ ended }) => ended).then(forget, forget);
    return begun;
  };
  return {
    get: () => (current ??= begin()),
    current: () => current,
  };
}
