import { overloaded } from '../../errors.ts';

/** A request that waits to hash. */
export interface InLine {
  /** From a device from which its user has signed in: strangers never take the last slot and queue behind it. */
  readonly isKnown: boolean;
  /** A stranger's address: strangers of different sources take turns, however many of one wait. */
  readonly source?: string;
  /** A stranger that was refused before goes ahead of the others of its source. */
  readonly isReturning?: boolean;
  /** Epoch ms after which the client no longer waits for the answer. */
  readonly deadlineAt?: number;
  readonly signal?: AbortSignal;
}

export interface LineLimits {
  readonly concurrent: number;
  /** Limits of the queue: requests ahead, and requests waiting. */
  readonly queued: number;
  /** Limit of waiting strangers of one source. */
  readonly queuedOfSource?: number;
}

/** Both in ms. */
export interface Clocks {
  /** Wall clock since 1970, as in deadlines; the system may change it. */
  wall(): number;
  /** Monotonic clock. */
  steady(): number;
}

interface Waiting {
  readonly isKnown: boolean;
  readonly source: string;
  readonly isReturning: boolean;
  /** Start tag of fair queueing, see `placeOf`; 0 for a known device. */
  turn: number;
  readonly signal: AbortSignal | undefined;
  /** By the monotonic clock; Infinity without a deadline. */
  readonly lateAt: number;
  start(): void;
  refuse(error: unknown): void;
}

interface Ahead {
  readonly known: number;
  readonly strangers: number;
}

/** Estimates the duration of tasks, and with it who waits in vain. */
interface Pace {
  /** Whether a turn after this many tasks would end too late. */
  isLate(who: Pick<Waiting, 'isKnown' | 'lateAt'>, ahead: Ahead): boolean;
  tooBusy(ahead: number): Error;
  /** Records the duration of a task, ms. */
  learn(tookMs: number): void;
}

/** Time needed after a hash: a transaction and a response. */
const AFTERWARDS_MS = 1_000;
/** Weight of the newest duration in the estimate: after four hashes an old one weighs a third. */
const NEWEST = 0.25;
/** Longer than any hash takes: the machine was suspended, and the next hash need not take as long. */
const MOST_EXPECTED_MS = 10_000;
const LEAST_RETRY_MS = 1_000;
const CLOCKS: Clocks = { wall: Date.now, steady: () => performance.now() };

/**
 * Limits running and waiting tasks. A request whose turn would come after its deadline is refused at once, or as soon
 * as that is known: work for a client that has given up would delay all requests behind it. Known devices have priority
 * over strangers: if the queue is full, the last stranger is refused. Strangers of different sources take turns.
 * @throws AppError UNAVAILABLE OVERLOADED, with the time until those ahead are done; the signal's reason
 */
export function hashingLine(
  { concurrent, queued, queuedOfSource = queued }: LineLimits,
  { wall, steady }: Clocks = CLOCKS,
): <T>(who: InLine, work: () => Promise<T>) => Promise<T> {
  const waiting: Waiting[] = [];
  let running = 0;
  /** Turn of the stranger that started last. */
  let turnNow = 0;
  const forStrangers = Math.max(1, concurrent - 1);
  const slotsOf = ({ isKnown }: Pick<InLine, 'isKnown'>) => (isKnown ? concurrent : forStrangers);
  const pace = paceOf(concurrent, forStrangers, steady);

  const enter = (who: InLine): Promise<void> => {
    const { isKnown, source = '', isReturning = false, deadlineAt = Number.POSITIVE_INFINITY, signal } = who;
    const crowd = isKnown ? [] : waiting.filter((each) => !each.isKnown && each.source === source);
    const others = isReturning ? crowd.filter((each) => !each.isReturning) : [];
    const { place, turn } = placeOf(waiting, isKnown, crowd.at(-1)?.turn, turnNow);
    const first = others[0] === undefined ? place : waiting.indexOf(others[0]);
    const known = waiting.filter((each) => each.isKnown).length;
    const lateAt = steady() + (deadlineAt - wall());
    // The running ones count as one more: one of them ends first, the other soon after.
    const ahead = { known: known + 1, strangers: Math.max(0, first - known) };
    const isCrowded = crowd.length >= queuedOfSource;
    if (first >= queued || (isCrowded && others.length === 0) || pace.isLate({ isKnown, lateAt }, ahead))
      return Promise.reject(pace.tooBusy(first));
    return new Promise((start, refuse) => {
      const newcomer: Waiting = { isKnown, source, isReturning, turn, signal, lateAt, start, refuse };
      waiting.splice(place, 0, newcomer);
      for (const other of others.toReversed()) exchange(waiting, other, newcomer);
      const last = isCrowded ? others.at(-1) : waiting.length > queued ? waiting.at(-1) : undefined;
      if (last === undefined) return;
      waiting.splice(waiting.indexOf(last), 1);
      last.refuse(pace.tooBusy(waiting.length));
    });
  };
  const startNext = () => {
    leaveLate(waiting, pace);
    const next = waiting[0];
    if (next === undefined || running >= slotsOf(next)) return;
    waiting.shift();
    if (!next.isKnown) turnNow = next.turn;
    running += 1;
    next.start();
  };
  return async (who, work) => {
    who.signal?.throwIfAborted();
    if (running < slotsOf(who)) running += 1;
    else await enter(who);
    const begunAt = steady();
    try {
      return await work();
    } finally {
      pace.learn(steady() - begunAt);
      running -= 1;
      startNext();
    }
  };
}

/**
 * Where a request waits: known devices first, in order of arrival; then strangers by start-time fair queueing (Goyal,
 * Vin, Cheng, 1996): each request of a source has the turn after the one before it, so that sources take turns.
 * @param lastTurn of the source's waiting requests
 */
function placeOf(
  waiting: readonly Waiting[],
  isKnown: boolean,
  lastTurn: number | undefined,
  turnNow: number,
): { readonly place: number; readonly turn: number } {
  const known = waiting.filter((each) => each.isKnown).length;
  if (isKnown) return { place: known, turn: 0 };
  const turn = Math.max(turnNow, lastTurn ?? 0) + 1;
  const place = waiting.findIndex((each) => !each.isKnown && each.turn > turn);
  return { place: place === -1 ? waiting.length : place, turn };
}

/** Exchanges the places and turns of two waiting requests. */
function exchange(waiting: Waiting[], one: Waiting, other: Waiting): void {
  const [of, to] = [waiting.indexOf(one), waiting.indexOf(other)];
  waiting[of] = other;
  waiting[to] = one;
  [one.turn, other.turn] = [other.turn, one.turn];
}

function paceOf(concurrent: number, forStrangers: number, steady: Clocks['steady']): Pace {
  /** Average ms per task; 0 before the first one. */
  let expected = 0;
  return {
    isLate({ isKnown, lateAt }, ahead) {
      const rounds = isKnown
        ? Math.ceil((ahead.known + 1) / concurrent)
        : Math.ceil(ahead.known / concurrent) + Math.ceil((ahead.strangers + 1) / forStrangers);
      return steady() + rounds * expected + AFTERWARDS_MS > lateAt;
    },
    tooBusy: (ahead) => overloaded(Math.max(LEAST_RETRY_MS, Math.ceil((ahead / concurrent) * expected))),
    learn(tookMs) {
      const took = Math.min(tookMs, MOST_EXPECTED_MS);
      expected = expected === 0 ? took : expected + (took - expected) * NEWEST;
    },
  };
}

function leaveLate(waiting: Waiting[], pace: Pace): void {
  const ahead = { known: 0, strangers: 0 };
  for (const each of waiting.splice(0)) {
    if (each.signal?.aborted === true) each.refuse(each.signal.reason);
    else if (pace.isLate(each, ahead)) each.refuse(pace.tooBusy(waiting.length));
    else {
      waiting.push(each);
      ahead[each.isKnown ? 'known' : 'strangers'] += 1;
    }
  }
}
