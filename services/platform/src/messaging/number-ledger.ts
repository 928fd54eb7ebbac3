import { dataLoss } from '../core/errors/app-error.ts';
import type { BusMessage } from './bus.ts';
import { type RecentNames, recentNames } from './recent-names.ts';

/**
 * How far behind the last number of a topic a number may be repeated: a relay repeats at most its batch in flight.
 */
export const REPEATED_AT_MOST = 2_000;

/**
 * Event ids by number in one topic, as far back as a number may be repeated. Call `note` roughly in the order of the
 * numbers: the ledger keeps the events that were noted last.
 */
export interface NumberLedger {
  /** The topic holds this message. False when another event has its number; that one stays in the ledger. */
  note(message: BusMessage): boolean;
  /** Whether the topic holds it already. @throws AppError DATA_LOSS when another event has its number */
  has(message: BusMessage): boolean;
}

interface Period {
  last: number;
  /** Event ids by number. */
  readonly events: RecentNames<string>;
}

/** Of one producer and topic, in the order of publication. */
export const byNumber = (a: BusMessage, b: BusMessage): number => a.epoch - b.epoch || a.seq - b.seq;

export function numberLedger(): NumberLedger {
  const periods = new Map<string, Period>();
  const nameOf = ({ producer, epoch }: BusMessage) => `${producer} ${epoch}`;

  function periodOf(message: BusMessage): Period {
    const name = nameOf(message);
    const period = periods.get(name) ?? { last: 0, events: recentNames<string>(2 * REPEATED_AT_MOST) };
    periods.set(name, period);
    return period;
  }

  return {
    note(message) {
      const period = periodOf(message);
      const known = period.events.get(message.seq) ?? message.eventId;
      period.events.set(message.seq, known);
      period.last = Math.max(period.last, message.seq);
      return known === message.eventId;
    },
    has(message) {
      const period = periods.get(nameOf(message));
      if (period === undefined || message.seq > period.last) return false;
      const known = period.events.get(message.seq);
      if (known === message.eventId) return true;
      // A number below the last may be missing: only some partitions may have stored their part of a batch.
      if (known === undefined && message.seq > period.last - REPEATED_AT_MOST) return false;
      throw numberReused();
    },
  };
}

export const numberReused = (cause?: unknown) =>
  dataLoss(
    'EVENT_NUMBER_REUSED',
    'An event number was used twice; restore with a new epoch',
    cause === undefined ? {} : { cause },
  );
