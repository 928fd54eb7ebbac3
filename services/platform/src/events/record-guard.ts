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

/** What a group of consumers gives to a bus that others can write to as well. */
export interface RecordGuard {
  /**
   * Where the unsigned past of the service's topics ends; read from the bus once, at the service's first start with
   * signatures.
   * @param readEnds offsets behind the last record, of the topics that exist
   * @param retentionMs how long the bus keeps records: after that nothing unsigned is left
   */
  unsignedEnds(
    readEnds: (topics: readonly string[]) => Promise<UnsignedEnds>,
    retentionMs: number,
  ): Promise<UnsignedEnds>;
  /** Counts refused records and raises the alarm. Rejects when it cannot be noted: the records come again. */
  refused(records: readonly RefusedRecord[]): Promise<void>;
  /** A record signed longer ago is refused, ms; undefined where the effect recognises every repetition. */
  readonly maxAgeMs: number | undefined;
}
