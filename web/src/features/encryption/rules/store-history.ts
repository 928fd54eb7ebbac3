import type { HsmStatus } from '@pii-vault/contract/hsm/hsm-schema';
import type { Tone } from '../../../ui/status-badge.tsx';

type Entry = HsmStatus['entries'][number];

export const statusTones = { online: 'success', offline: 'error', maintenance: 'warning' } as const;
export const alertTones = { normal: 'success', warning: 'warning', critical: 'error' } as const;

/** A stretch of time in one state; without an entry nothing looked at the key store. */
export interface Stretch {
  key: string;
  /** Share of the whole time, 0–100. */
  percent: number;
  tone: Tone;
  entry: Entry | undefined;
}

/** A pause this short lies between two looks. */
const BETWEEN_LOOKS_MS = 5 * 60_000;

/**
 * States from the oldest to the newest with their shares of the time that the list covers, and the gaps between them.
 */
export function stretchesOf(entries: readonly Entry[], nowMs: number): readonly Stretch[] {
  const oldestFirst = [...entries].sort((a, b) => a.createdAt.localeCompare(b.createdAt));
  const from = Date.parse(oldestFirst[0]?.createdAt ?? '');
  const whole = nowMs - from;
  if (!(whole > 0)) return [];
  return oldestFirst.flatMap((entry, index) => {
    const begin = Date.parse(entry.createdAt);
    const seenUntil = Date.parse(entry.lastHealthCheck);
    const next = oldestFirst[index + 1];
    const nextBegin = next ? Date.parse(next.createdAt) : nowMs;
    const isGap = nextBegin - seenUntil > BETWEEN_LOOKS_MS;
    const share = (ms: number) => (100 * Math.max(0, ms)) / whole;
    const state: Stretch = {
      key: String(entry.id),
      percent: share((isGap ? seenUntil : nextBegin) - begin),
      tone: statusTones[entry.status],
      entry,
    };
    const gap = { key: `${entry.id}-gap`, percent: share(nextBegin - seenUntil), entry: undefined };
    return isGap ? [state, { ...gap, tone: 'neutral' as const }] : [state];
  });
}
