/** One period in which one key of the store wraps every stored key. */
export interface Epoch {
  /** Counts from 1. */
  readonly epoch: number;
  readonly reference: string;
  readonly startedAt: Date;
}

const DAY_MS = 86_400_000;

/** When an epoch has to end. */
export function epochEndsAt(epoch: Epoch, lifeDays: number): Date {
  return new Date(epoch.startedAt.getTime() + lifeDays * DAY_MS);
}

export function isEpochOver(epoch: Epoch, lifeDays: number, now: Date): boolean {
  return now >= epochEndsAt(epoch, lifeDays);
}
