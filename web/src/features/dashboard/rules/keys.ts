import type { EncryptionKey } from '@pii-vault/contract/encryption-keys/encryption-keys-schema';

const DAY_MS = 86_400_000;
/** A key is expiring soon within this many days. */
const SOON_DAYS = 30;
/** A key that lives for a month would always expire soon: the last quarter of its life counts, if that is less. */
const LAST_PART = 0.25;
const keyTypes = ['master', 'field', 'backup'] as const;

/** Whole days until a key expires; negative when it has. */
export const daysLeft = ({ expiresAt }: Pick<EncryptionKey, 'expiresAt'>, nowMs: number): number =>
  Math.floor((new Date(expiresAt).getTime() - nowMs) / DAY_MS);

/** Days of `P30D`; undefined for any other duration. */
function daysOf(schedule: string): number | undefined {
  const days = /^P(\d+)D$/.exec(schedule)?.[1];
  return days === undefined ? undefined : Number(days);
}

/** Versions in use that have expired or will soon, the most urgent first. */
export function dueKeys(keys: readonly EncryptionKey[], nowMs: number): readonly EncryptionKey[] {
  const soon = ({ rotationSchedule }: EncryptionKey) =>
    Math.min(SOON_DAYS, (daysOf(rotationSchedule) ?? Number.POSITIVE_INFINITY) * LAST_PART);
  return keys
    .filter((key) => key.status !== 'expired' && daysLeft(key, nowMs) < soon(key))
    .sort((a, b) => a.expiresAt.localeCompare(b.expiresAt));
}

export interface KeyFigures {
  /** Of the versions in use; more than one during a change of algorithm. */
  algorithms: readonly string[];
  /** Versions in use by type; types without one are left out. */
  active: ReadonlyArray<{ type: (typeof keyTypes)[number]; count: number }>;
  /** ISO times; null when no key was ever replaced, or there is none. */
  lastRotation: string | null;
  nextRotation: string | null;
}

/** What the keys in use are and when they change. */
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

/** 'FIPS 140-2 Level 3' where the device calls itself so; null otherwise, whatever kind it is. */
export const fipsOf = (model: string | null): string | null =>
  /FIPS 140-\d(?: Level \d)?/i.exec(model ?? '')?.[0] ?? null;
