/** Why a record is refused. */
export type RefusalReason = 'unsigned' | 'wrong_signature' | 'wrong_producer' | 'too_old';

/** Offsets per topic and partition below which records may lack a signature. */
export type UnsignedEnds = ReadonlyMap<string, readonly number[]>;

/** A record that no honest relay can have written. */
export interface RefusedRecord {
  readonly topic: string;
  readonly partition: number;
  readonly offset: string;
  readonly reason: RefusalReason;
}

/** Limits and hooks that a consumer group gives to a bus which other parties can write to. */
export interface RecordGuard {
  /**
   * Where the unsigned past of the service's topics ends; read from the bus once, at the service's first start with
   * signatures.
   * @param readEnds offsets after the last record, of the topics that exist
   * @param retentionMs retention of the bus: afterwards no unsigned records are left
   */
  unsignedEnds(
    readEnds: (topics: readonly string[]) => Promise<UnsignedEnds>,
    retentionMs: number,
  ): Promise<UnsignedEnds>;
  /** Counts refused records and raises the alarm. Rejects when it cannot store them: they are delivered again. */
  refused(records: readonly RefusedRecord[]): Promise<void>;
  /** Records with an older signature are refused, ms; undefined for a consumer that detects every repetition. */
  readonly maxAgeMs: number | undefined;
}
