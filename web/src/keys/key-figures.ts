import type { EncryptionKey } from '@pii-vault/contract/encryption-keys/encryption-keys-schema';
import type { Tone } from '../ui/status-badge.tsx';

const DAY_MS = 86_400_000;
/** A key is expiring soon within this many days. */
const SOON_DAYS = 30;
/** For a key with a short life, the last quarter of its life counts instead, if that is less. */
const LAST_PART = 0.25;
const keyTypes = ['master', 'field', 'backup'] as const;

/** Whole days until a key expires; negative after the expiry. */
export const daysLeft = ({ expiresAt }: Pick<EncryptionKey, 'expiresAt'>, nowMs: number): number =>
  Math.floor((new Date(expiresAt).getTime() - nowMs) / DAY_MS);

/** Days of `P30D`; undefined for any other duration. */
function daysOf(schedule: string): number | undefined {
  const days = /^P(\d+)D$/.exec(schedule)?.[1];
  return days === undefined ? undefined : Number(days);
}

/** Whether a version in use has expired or expires soon. */
function isDue(key: EncryptionKey, nowMs: number): boolean {
  const life = daysOf(key.rotationSchedule) ?? Number.POSITIVE_INFINITY;
  return key.status !== 'expired' && daysLeft(key, nowMs) < Math.min(SOON_DAYS, life * LAST_PART);
}

/** Versions in use that have expired or will soon, the most urgent first. */
export function dueKeys(keys: readonly EncryptionKey[], nowMs: number): readonly EncryptionKey[] {
  return keys.filter((key) => isDue(key, nowMs)).sort((a, b) => a.expiresAt.localeCompare(b.expiresAt));
}

export interface KeyLife {
  /** Whether it is in use and expires soon. */
  isExpiringSoon: boolean;
  /** Whether it is still in use after its expiry. */
  isOverdue: boolean;
  tone: Tone;
  /** Age as a share of the life, 0–100. */
  percent: number;
  /** Whole days left; negative after the expiry. */
  days: number;
}

/** Age figures of a key version. */
export function keyLife(key: EncryptionKey, nowMs: number): KeyLife {
  const days = daysLeft(key, nowMs);
  const past = { isExpiringSoon: false, percent: 100, days };
  if (key.status === 'expired') return { ...past, isOverdue: false, tone: 'neutral' };
  const from = Date.parse(key.createdAt);
  const to = Date.parse(key.expiresAt);
  if (nowMs >= to) return { ...past, isOverdue: true, tone: 'error' };
  return {
    isExpiringSoon: isDue(key, nowMs),
    isOverdue: false,
    tone: isDue(key, nowMs) ? 'warning' : 'success',
    percent: to > from ? Math.max(0, (100 * (nowMs - from)) / (to - from)) : 100,
    days,
  };
}

/** Label of a key in lists: expired after its expiry, else whether it is in use. */
export const keyState = (key: EncryptionKey, nowMs: number): 'expired' | 'active' | 'inactive' =>
  nowMs >= Date.parse(key.expiresAt) ? 'expired' : key.isActive ? 'active' : 'inactive';

export interface KeyFigures {
  /** Algorithms of the versions in use; more than one during a change of algorithm. */
  algorithms: readonly string[];
  /** Number of versions in use by type; types without one are left out. */
  active: ReadonlyArray<{ type: (typeof keyTypes)[number]; count: number }>;
  /** ISO times; null if no key was ever replaced, or there is none. */
  lastRotation: string | null;
  nextRotation: string | null;
}

/** Summary of the keys in use, and of their rotations. */
export function keyFigures(keys: readonly EncryptionKey[]): KeyFigures {
  const inUse = keys.filter((key) => key.status !== 'expired');
  const rotations = keys.flatMap((key) => key.lastRotated ?? []).sort();
  const expiries = inUse.map((key) => key.expiresAt).sort();
  return {
    algorithms: [...new Set(inUse.map((key) => key.algorithm))],
    active: keyTypes
      .map((type) => ({ type, count: inUse.filter((key) => key.keyType === type).length }))
      .filter(({ count }) => count > 0),
    lastRotation: rotations.at(-1) ?? null,
    nextRotation: expiries[0] ?? null,
  };
}

/** 'FIPS 140-2 Level 3' if the device reports it; else null, for any kind of key store. */
export const fipsOf = (model: string | null): string | null =>
  /FIPS 140-\d(?: Level \d)?/i.exec(model ?? '')?.[0] ?? null;
