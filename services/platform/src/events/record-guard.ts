/** Why a record is refused. */
export type RefusalReason = 'unsigned' | 'wrong_signature' | 'wrong_producer' | 'too_old';

/** A record that no honest relay can have written. */
export interface RefusedRecord {
  readonly topic: string;
  readonly partition: number;
  readonly offset: string;
  readonly reason: RefusalReason;
}

/** Limits and hooks that a consumer group gives to a bus which other parties can write to. */
export interface RecordGuard {
  /** Counts refused records and raises the alarm. Rejects when it cannot store them: they are delivered again. */
  refused(records: readonly RefusedRecord[]): Promise<void>;
  /** Records with an older signature are refused, ms; undefined for a consumer that detects every repetition. */
  readonly maxAgeMs: number | undefined;
}
