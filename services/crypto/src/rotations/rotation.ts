import type { KeyOwner, KeyType } from '../hierarchy/key-owner.ts';

const DAY_MS = 86_400_000;
/** Somebody asked for it, or its time had come. */
export type RotationCause = 'request' | 'schedule';

/** One replacement of a key, and what moves under its new version. */
export interface Rotation {
  readonly id: number;
  readonly owner: KeyOwner;
  readonly keyType: KeyType;
  readonly toVersion: number;
  readonly rewrapped: number;
  /** What there was to move; 0 until it was counted. */
  readonly total: number;
  /** While it was being moved. */
  readonly perSecond: number;
  readonly status: 'running' | 'blocked' | 'done';
  readonly cause: RotationCause;
  readonly startedAt: Date;
  /** undefined until nothing is under a former version. */
  readonly finishedAt: Date | undefined;
}

/** How many days a version is in use before it is replaced, by key type. */
export type RotationSchedule = Readonly<Record<KeyType, number>>;

/** Field and backup keys are replaced with the epoch, masters by a schedule of their own. */
export function rotationSchedule(settings: {
  readonly epochLifeDays: number;
  readonly masterRotationDays: number;
}): RotationSchedule {
  const { epochLifeDays, masterRotationDays } = settings;
  return { master: masterRotationDays, field: epochLifeDays, backup: epochLifeDays };
}

/** Versions made before this moment are due. */
export function dueBefore(days: number, now: Date): Date {
  return new Date(now.getTime() - days * DAY_MS);
}

/**
 * A version that was replaced or emptied before this moment is in no backup that still opens. Whoever restores needs every
 * key of the key store that the backup calls live, so none is destroyed earlier; a day more, for clocks.
 */
export function outOfBackups(schedule: RotationSchedule, now: Date): Date {
  return dueBefore(schedule.backup + 1, now);
}

export interface Lifetime {
  readonly keyType: KeyType;
  readonly createdAt: Date;
  readonly rotatedAt: Date | undefined;
}

/**
 * When a version is replaced, or was. A field or backup key goes with its epoch, which may have begun before it.
 * @param epochEndsAt of the running epoch
 */
export function expiresAt(key: Lifetime, schedule: RotationSchedule, epochEndsAt: Date): Date {
  if (key.rotatedAt !== undefined) return key.rotatedAt;
  if (key.keyType !== 'master') return epochEndsAt;
  return new Date(key.createdAt.getTime() + schedule.master * DAY_MS);
}
