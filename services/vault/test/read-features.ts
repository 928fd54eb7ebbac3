import type { MatchFeatures } from '@pii-vault/proto/vault/v1/features';
import {
  DATE_WHOLE,
  FILTER_WORDS,
  HANDLE_TYPES,
  KEY_SLOTS,
  KEY_WORDS,
  NAME_FULL,
} from '../src/encoding/encoded-rows.ts';

const KEY_BYTES = 4 * KEY_WORDS;
const FILTER_BYTES = 4 * FILTER_WORDS;

/** The parts of a person's features as the vault sent them; '' = missing. */
export function readFeatures({ keys, filters, hints, ...rest }: MatchFeatures) {
  const hexAt = (bytes: Uint8Array, at: number, length: number) => {
    const part = bytes.subarray(at * length, (at + 1) * length);
    return part.some((byte) => byte !== 0) ? Buffer.from(part).toString('hex') : '';
  };
  const sent = KEY_SLOTS.map((kind, slot) => ({ kind, key: hexAt(keys, slot, KEY_BYTES) }));
  const isThere = ({ key }: { readonly key: string }) => key !== '';
  return {
    ...rest,
    handles: sent.slice(0, HANDLE_TYPES.length).filter(isThere),
    tokens: sent.slice(HANDLE_TYPES.length).filter(isThere),
    filters: [0, 1, 2].map((at) => hexAt(filters, at, FILTER_BYTES)),
    isNameFull: (hints & NAME_FULL) !== 0,
    isDateWhole: (hints & DATE_WHOLE) !== 0,
  };
}

export type ReadFeatures = ReturnType<typeof readFeatures>;
