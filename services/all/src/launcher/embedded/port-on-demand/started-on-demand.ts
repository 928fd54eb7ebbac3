/** A running instance; `ended` resolves at its end. */
interface Running {
  readonly ended: Promise<void>;
}

export interface StartedOnDemand<R extends Running> {
  /** The running instance; starts one when there is none. Ended and failed instances are not reused. */
  get(): Promise<R>;
  /** The instance that runs or is starting. */
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
