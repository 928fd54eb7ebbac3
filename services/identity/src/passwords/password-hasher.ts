import type { Ctx } from '@pii-vault/platform/context/ctx';
import { hashingLine } from './hashing-line.ts';
import { type Argon2Cost, hashPassword, PASSWORD_COST, verifyPassword } from './password-hash.ts';

export interface PasswordHasher {
  /** Waits in line like a known device's; what nobody waits for is not hashed. */
  hash(password: string, until?: Until): Promise<string>;
  /** Verifies against a hash nobody's password has when `stored` is undefined: same time, always false. */
  verify(password: string, stored: string | undefined, who?: Asking): Promise<boolean>;
}

/** How long somebody waits for the answer; without it, for ever. */
export type Until = Pick<Ctx, 'deadlineAt' | 'signal'>;

export interface Asking extends Partial<Until> {
  /** From a device its user has signed in from: strangers leave one slot to it. */
  readonly isKnown?: boolean;
}

export interface HasherLimits {
  readonly concurrent: number;
  readonly queued: number;
}

// Each run holds 64 MiB; two at once is what a small process may spend on strangers.
const LIMITS: HasherLimits = { concurrent: 2, queued: 50 };

/**
 * Hashes passwords, two at a time.
 * @throws AppError UNAVAILABLE OVERLOADED at once when 50 are waiting, or so many that the turn would come too late
 */
export function createPasswordHasher(
  cost: Argon2Cost = PASSWORD_COST,
  limits: HasherLimits = LIMITS,
): PasswordHasher {
  const inLine = hashingLine(limits);
  const dummy = hashPassword('', cost);
  dummy.catch(() => undefined);
  return {
    hash: (password, until) => inLine({ isKnown: true, ...until }, () => hashPassword(password, cost)),
    verify: (password, stored, { isKnown = false, ...until } = {}) =>
      inLine({ isKnown, ...until }, async () => {
        const matches = await verifyPassword(password, stored ?? (await dummy));
        return matches && stored !== undefined;
      }),
  };
}
