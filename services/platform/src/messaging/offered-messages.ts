import type { Positioned } from './postgres-bus-store.ts';

/** Messages with consecutive positions in a topic, known before they are read. */
export interface OfferedMessages {
  /** Adds messages with consecutive positions. */
  add(messages: readonly Positioned[]): void;
  /** Removes and returns up to `limit` messages after `position`; none when the next one was not offered. */
  takeAfter(position: number, limit: number): readonly Positioned[];
  clear(): void;
}

/** More wait in the log only. */
const MAX_OFFERED = 4_000;

/** Keeps about 4,000 messages at most. Messages that do not follow the last position replace all others. */
export function offeredMessages(): OfferedMessages {
  let offered: Positioned[] = [];
  return {
    add(messages) {
      const last = offered.at(-1);
      const followsOn = last !== undefined && messages[0]?.position === last.position + 1;
      offered = followsOn && offered.length < MAX_OFFERED ? [...offered, ...messages] : [...messages];
    },
    takeAfter(position, limit) {
      const start = offered.findIndex((one) => one.position > position);
      if (start < 0 || offered[start]?.position !== position + 1) return [];
      const taken = offered.slice(start, start + limit);
      offered = offered.slice(start + taken.length);
      return taken;
    },
    clear() {
      offered = [];
    },
  };
}
