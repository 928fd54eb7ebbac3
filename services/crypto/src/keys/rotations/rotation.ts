import type { KeyOwner, KeyType } from '../../key-store/hierarchy/key-owner.ts';

const DAY_MS = 86_400_000;
/** Requested by a user, or due by schedule. */
export type RotationCause = 'request' | 'schedule';

/** One replacement of a key and the progress of rewrapping. */
export interface Rotation {
  readonly id: number;
  readonly owner: KeyOwner;
  readonly keyType: KeyType;
  readonly toVersion: number;
  readonly rewrapped: number;
  /** Rows to rewrap; 0 before the count. */
  readonly total: number;
  /** Average rate of rewrapping. */
  readonly perSecond: number;
  readonly status: 'running' | 'blocked' | 'done';
  readonly cause: RotationCause;
  readonly startedAt: Date;
  /** undefined until earlier versions encrypt nothing. */
  readonly finishedAt: Date | undefined;
}

/** Days from creation to replacement, by key type. */
export type RotationSchedule = Readonly<Record<KeyType, number>>;

/** Field and backup keys are replaced with the epoch; masters have their own schedule. */
export function rotationSchedule(settings: {
  readonly epochLifeDays: number;
  readonly masterRotationDays: number;
}): RotationSchedule {
  const { epochLifeDays, masterRotationDays } = settings;
  return { master: masterRotationDays, field: epochLifeDays, backup: epochLifeDays };
}

/** Versions created before this time are due. */
export function dueBefore(days: number, now: Date): Date {
  return new Date(now.getTime() - days * DAY_MS);
}

/**
 * A version that was replaced or emptied before this time is in no backup that still opens. A restore needs every key
 * that is live in the backup, so none is destroyed earlier. Includes a day for clock differences.
 */
export function backupCutoff(schedule: RotationSchedule, now: Date): Date {
  return dueBefore(schedule.backup + 1, now);
}

export interface Lifetime {
  readonly keyType: KeyType;
  readonly createdAt: Date;
  readonly rotatedAt: Date | undefined;
}

/**
 * When a version is replaced, or was replaced. A field or backup key ends with its epoch, which may have begun
 * earlier.
 * @param epochEndsAt end of the active epoch
 */
export function expiresAt(key: Lifetime, schedule: RotationSchedule, epochEndsAt: Date): Date {
  if (key.rotatedAt !== undefined) return key.rotatedAt;
  if (key.keyType !== 'master') return epochEndsAt;
  return new Date(key.createdAt.getTime() + schedule.master * DAY_MS);
}
