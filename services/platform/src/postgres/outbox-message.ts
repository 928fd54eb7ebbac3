/** An event as its producer writes it, in the transaction of the change that it describes. */
export interface OutboxMessage {
  /** `<service>.<event>`, for example `vault.record_changed`. */
  readonly topic: string;
  /** Ordering key, usually "company:individual": messages of one key stay in order. */
  readonly key: string;
  readonly companyId: number | null;
  /** Encoded protobuf: ids and facts, never a value, a token or an encoding. */
  readonly payload: Uint8Array;
}
