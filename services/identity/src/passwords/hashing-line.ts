import { AppError } from '@pii-vault/platform/errors/app-error';

/** Whoever wants to hash. */
export interface InLine {
  /** Strangers never hold the last slot, and who is known goes first in line. */
  readonly isKnown: boolean;
  /** Epoch ms after which nobody waits for the answer. */
  readonly deadlineAt?: number;
  readonly signal?: AbortSignal;
}

export interface LineLimits {
  readonly concurrent: number;
  readonly queued: number;
}

interface Waiting extends InLine {
  start(): void;
  refuse(error: unknown): void;
}

interface Ahead {
  readonly known: number;
  readonly strangers: number;
}

/** What is left to do behind a hash: a transaction, an answer. */
const AFTERWARDS_MS = 1_000;
/** Share of the newest duration in the one that is expected: four hashes later an old one weighs a third. */
const NEWEST = 0.25;
const LEAST_RETRY_MS = 1_000;

/**
 * Lets so many work at once and so many wait. Whose turn would come too late for its deadline is refused when it asks,
 * or as soon as that is seen: work that nobody waits for would make all behind it late, too.
 * @throws AppError UNAVAILABLE OVERLOADED, with the time after which the line is done; the signal's reason
 */
export function hashingLine(
  { concurrent, queued }: LineLimits,
  now: () => number = Date.now,
): <T>(who: InLine, work: () => Promise<T>) => Promise<T> {
  const waiting: Waiting[] = [];
  let running = 0;
  /** ms of one piece of work; 0 until one is done. */
  let expected = 0;
  const forStrangers = Math.max(1, concurrent - 1);
  const slotsOf = ({ isKnown }: InLine) => (isKnown ? concurrent : forStrangers);
  /** Whether the turn behind so many would be over too late. */
  const isLate = ({ isKnown, deadlineAt }: InLine, ahead: Ahead) => {
    if (deadlineAt === undefined) return false;
    const rounds = isKnown
      ? Math.ceil((ahead.known + 1) / concurrent)
      : Math.ceil(ahead.known / concurrent) + Math.ceil((ahead.strangers + 1) / forStrangers);
    return now() + rounds * expected + AFTERWARDS_MS > deadlineAt;
  };
  const overloaded = () => tooBusy(Math.max(LEAST_RETRY_MS, (waiting.length / concurrent) * expected));

  const enter = (who: InLine): Promise<void> => {
    const known = waiting.filter(({ isKnown }) => isKnown).length;
    // Those who run count as one more: one of them is done first, the other soon after.
    const ahead = { known: known + 1, strangers: waiting.length - known };
    if (waiting.length >= queued || isLate(who, ahead)) return Promise.reject(overloaded());
    return new Promise((start, refuse) => {
      waiting.splice(who.isKnown ? known : waiting.length, 0, { ...who, start, refuse });
    });
  };
  const leaveLate = () => {
    const ahead = { known: 0, strangers: 0 };
    for (const each of waiting.splice(0)) {
      if (each.signal?.aborted === true) each.refuse(each.signal.reason);
      else if (isLate(each, ahead)) each.refuse(overloaded());
      else {
        waiting.push(each);
        ahead[each.isKnown ? 'known' : 'strangers'] += 1;
      }
    }
  };
  const startNext = () => {
    leaveLate();
    const next = waiting[0];
    if (next === undefined || running >= slotsOf(next)) return;
    waiting.shift();
    running += 1;
    next.start();
  };
  return async (who, work) => {
    who.signal?.throwIfAborted();
    if (running < slotsOf(who)) running += 1;
    else await enter(who);
    const begunAt = now();
    try {
      return await work();
    } finally {
      const took = Math.max(0, now() - begunAt);
      expected = expected === 0 ? took : expected + (took - expected) * NEWEST;
      running -= 1;
      startNext();
    }
  };
}

function tooBusy(retryAfterMs: number): AppError {
  return new AppError('UNAVAILABLE', 'OVERLOADED', 'Too busy right now. Please try again.', { retryAfterMs });
}
