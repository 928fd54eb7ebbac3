import { AppError } from '@pii-vault/platform/errors/app-error';
import { type Argon2Cost, hashPassword, PASSWORD_COST, verifyPassword } from './password-hash.ts';

export interface PasswordHasher {
  hash(password: string): Promise<string>;
  /** Verifies against a hash nobody's password has when `stored` is undefined: same time, always false. */
  verify(password: string, stored: string | undefined, who?: Asking): Promise<boolean>;
}

export interface Asking {
  /** From a device its user has signed in from: strangers leave one slot to it. */
  readonly isKnown?: boolean;
  readonly signal?: AbortSignal | undefined;
}

export interface HasherLimits {
  readonly concurrent: number;
  readonly queued: number;
}

// Each run holds 64 MiB; two at once is what a small process may spend on strangers.
const LIMITS: HasherLimits = { concurrent: 2, queued: 50 };

/**
 * Hashes passwords, two at a time.
 * @throws AppError RESOURCE_EXHAUSTED BUSY when 50 are waiting
 */
export function createPasswordHasher(
  cost: Argon2Cost = PASSWORD_COST,
  limits: HasherLimits = LIMITS,
): PasswordHasher {
  const run = limited(limits);
  const dummy = hashPassword('', cost);
  dummy.catch(() => undefined);
  return {
    hash: (password) => run(true, () => hashPassword(password, cost)),
    verify: (password, stored, { isKnown = false, signal } = {}) =>
      run(isKnown, async () => {
        // Nobody waits for the answer any more: let the next in line have the memory.
        signal?.throwIfAborted();
        const matches = await verifyPassword(password, stored ?? (await dummy));
        return matches && stored !== undefined;
      }),
  };
}

interface Waiting {
  readonly isKnown: boolean;
  start(): void;
}

/** Strangers never hold the last slot, and who is known goes first in line. */
function limited(limits: HasherLimits): <T>(isKnown: boolean, work: () => Promise<T>) => Promise<T> {
  const waiting: Waiting[] = [];
  let running = 0;
  const forStrangers = Math.max(1, limits.concurrent - 1);
  const hasSlot = (isKnown: boolean) => running < (isKnown ? limits.concurrent : forStrangers);
  const startNext = () => {
    const at = Math.max(
      waiting.findIndex(({ isKnown }) => isKnown),
      0,
    );
    const next = waiting[at];
    if (next === undefined || !hasSlot(next.isKnown)) return;
    waiting.splice(at, 1);
    running++;
    next.start();
  };
  return async (isKnown, work) => {
    if (hasSlot(isKnown)) running++;
    else {
      if (waiting.length >= limits.queued) throw tooBusy();
      await new Promise<void>((start) => waiting.push({ isKnown, start }));
    }
    try {
      return await work();
    } finally {
      running--;
      startNext();
    }
  };
}

function tooBusy(): AppError {
  return new AppError('RESOURCE_EXHAUSTED', 'BUSY', 'Too many sign-ins at the moment. Please try again.', {
    retryAfterMs: 5_000,
  });
}
