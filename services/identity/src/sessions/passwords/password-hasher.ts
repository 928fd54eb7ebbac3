import { afterOverloaded } from '../../errors.ts';
import { hashingLine, type InLine, type LineLimits } from './hashing-line.ts';
import { type Argon2Cost, hashPassword, PASSWORD_COST, verifyPassword } from './password-hash.ts';

export interface PasswordHasher {
  /**
   * Queues like a known device; skips the hash when the client has disconnected. Without a deadline it waits
   * indefinitely.
   */
  hash(password: string, until?: Omit<InLine, 'isKnown'>): Promise<string>;
  /** When `stored` is undefined, verifies against a hash of no password: same time, always false. */
  verify(password: string, stored: string | undefined, who?: InLine): Promise<boolean>;
}

export interface HasherOptions {
  readonly cost?: Argon2Cost;
  readonly limits?: LineLimits;
  /** Counts OVERLOADED refusals by kind: `known` or `stranger`. */
  readonly refused?: { add(labels: { readonly of: string }): void };
}

// Each run takes 64 MiB; two at once is the budget of a small process. Ten strangers take about two seconds.
export const LIMITS = { concurrent: 2, queued: 50, queuedOfSource: 10 } as const satisfies LineLimits;
const STRANGER: InLine = { isKnown: false };

/**
 * Hashes passwords, two at a time.
 * @throws AppError UNAVAILABLE OVERLOADED at once when 50 are ahead, ten strangers of the same source wait, or so many
 * that the turn would come too late; later when others with priority have taken the place
 */
export function createPasswordHasher({
  cost = PASSWORD_COST,
  limits = LIMITS,
  refused,
}: HasherOptions = {}): PasswordHasher {
  const line = hashingLine(limits);
  const inLine = <T>(who: InLine, work: () => Promise<T>) =>
    line(who, work).catch(afterOverloaded(() => refused?.add({ of: who.isKnown ? 'known' : 'stranger' })));
  const dummy = hashPassword('', cost);
  dummy.catch(() => undefined);
  return {
    hash: (password, until) => inLine({ ...until, isKnown: true }, () => hashPassword(password, cost)),
    verify: (password, stored, who = STRANGER) =>
      inLine(who, async () => {
        const matches = await verifyPassword(password, stored ?? (await dummy));
        return matches && stored !== undefined;
      }),
  };
}
