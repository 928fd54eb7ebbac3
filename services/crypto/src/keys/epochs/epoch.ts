/** A period in which one epoch key wraps every stored key. */
export interface Epoch {
  /** Counts from 1. */
  readonly epoch: number;
  readonly reference: string;
  readonly startedAt: Date;
}

const DAY_MS = 86_400_000;

/** End of the epoch. */
export function epochEndsAt(epoch: Epoch, lifeDays: number): Date {
  return new Date(epoch.startedAt.getTime() + lifeDays * DAY_MS);
}

export function isEpochOver(epoch: Epoch, lifeDays: number, now: Date): boolean {
  return now >= epochEndsAt(epoch, lifeDays);
}
