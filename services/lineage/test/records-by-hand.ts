import {
  CODE_WORDS,
  DATE_WHOLE,
  type FeatureColumns,
  FILTER_WORDS,
  KEY_KINDS,
  KEY_WORDS,
  NAME_FULL,
  ROW_WORDS,
} from '../src/scoring/feature-columns.ts';
import { packRecord, rowUnpacker, type SentRecord } from '../src/scoring/packed-record.ts';

/** The parts of a record, for tests. `undefined` = missing. */
export interface RecordByHand {
  /** In the order of HANDLE_FIELDS. */
  readonly handles: ReadonlyArray<Uint8Array | undefined>;
  /** At most as many tokens per kind as it has slots. */
  readonly tokens: ReadonlyArray<{ readonly kind: string; readonly token: Uint8Array }>;
  readonly name: Uint32Array | undefined;
  readonly address: Uint32Array | undefined;
  readonly dob: Uint32Array | undefined;
  readonly isNameFull: boolean;
  readonly isDateWhole: boolean;
  /** In the order of the contract; omitted codes at the end are missing. */
  readonly codes?: readonly number[];
}

/** The record as the vault sends it. */
export function sent(record: RecordByHand): SentRecord {
  const keys = Buffer.alloc(8 * KEY_WORDS);
  for (const [slot, handle] of record.handles.entries())
    if (handle !== undefined) keys.set(handle, 16 * slot);
  for (const { name, firstSlot, slots } of KEY_KINDS) {
    const own = record.tokens.filter(({ kind }) => kind === name);
    if (own.length > slots) throw new RangeError(`A record has at most ${slots} tokens of ${name}`);
    for (const [at, { token }] of own.entries()) keys.set(token, 16 * (firstSlot + at));
  }
  const filters = new Uint32Array(ROW_WORDS);
  for (const [at, filter] of [record.name, record.address, record.dob].entries())
    filters.set(filter ?? [], at * FILTER_WORDS);
  const codes = new Uint32Array(CODE_WORDS);
  codes.set(record.codes ?? []);
  return {
    keys,
    filters: Buffer.from(filters.buffer),
    hints: Number(record.isNameFull) * NAME_FULL + Number(record.isDateWhole) * DATE_WHOLE,
    codes: Buffer.from(codes.buffer),
  };
}

/** Writes a record into its row. */
export function setRow(columns: FeatureColumns, row: number, record: RecordByHand): void {
  rowUnpacker(columns)(row, packRecord(sent(record)));
}
