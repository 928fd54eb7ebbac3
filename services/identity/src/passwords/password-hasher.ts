import { AppError } from '@pii-vault/platform/errors/app-error';
import { type Argon2Cost, hashPassword, PASSWORD_COST, verifyPassword } from './password-hash.ts';

export interface PasswordHasher {
  hash(password: string): Promise<string>;
  /** Verifies against a hash nobody's password has when `stored` is undefined: same time, always false. */
  verify(password: string, stored: string | undefined, signal?: AbortSignal): Promise<boolean>;
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
    hash: (password) => run(() => hashPassword(password, cost)),
    verify: (password, stored, signal) =>
      run(async () => {
        // Nobody waits for the answer any more: let the next in line have the memory.
        signal?.throwIfAborted();
        const matches = await verifyPassword(password, stored ?? (await dummy));
        return matches && stored !== undefined;
      }),
  };
}

function limited(limits: HasherLimits): <T>(work: () => Promise<T>) => Promise<T> {
  const waiting: Array<() => void> = [];
  let running = 0;
  return async (work) => {
    if (running >= limits.concurrent) {
      if (waiting.length >= limits.queued) throw tooBusy();
      await new Promise<void>((resolve) => waiting.push(resolve));
    } else running++;
    try {
      return await work();
    } finally {
      // The slot goes straight to the next in line, so that nobody overtakes the queue.
      const next = waiting.shift();
      if (next === undefined) running--;
      else next();
    }
  };
}

function tooBusy(): AppError {
  return new AppError('RESOURCE_EXHAUSTED', 'BUSY', 'Too many sign-ins at the moment. Please try again.', {
    retryAfterMs: 5_000,
  });
}
