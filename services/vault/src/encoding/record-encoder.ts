import type { KeyObject } from 'node:crypto';
import { matchForm } from '@pii-vault/platform/domain/field-types/matching-form';
import { type AddressParts, type AddressWord, addressParts, addressWord } from './address-parts.ts';
import { blockingParts } from './blocking-parts.ts';
import { blockingTokens } from './blocking-tokens.ts';
import { BloomFilter } from './bloom-filter.ts';
import { commonnessOf } from './common-names.ts';
import { type DobParts, dobGrams, dobParts } from './dob-parts.ts';
import {
  type EncodedRows,
  FILTER_WORDS,
  FILTERS,
  HANDLE_TYPES,
  type HandleType,
  hintsOf,
  KEY_SLOTS,
  KEY_WORDS,
} from './encoded-rows.ts';
import { ENCODING_VERSION } from './encoding-version.ts';
import { maskOfGrams } from './gram-indices.ts';
import { type Prf, ScopePrfs } from './keyed-blake3/keyed-prf.ts';
import { isFullName, type NameParts, nameParts } from './name-parts.ts';
import { type NameWord, nameWord } from './name-word.ts';
import { addressGrams, nameGrams, pinGrams } from './q-grams.ts';
import { codeWriter } from './record-codes.ts';
import { remembered } from './remembered.ts';

/** The canonical values of a person that may be linked in the scope. */
export type LinkableFields = Readonly<Partial<Record<HandleType | 'name' | 'address' | 'dob', string>>>;

/** Encodes the rows of one scope. */
export interface RecordEncoder {
  /** Writes a person's features into an empty row. */
  encode(fields: LinkableFields, rows: EncodedRows, row: number): void;
  /** Overwrites the keys; the encoder throws from now on. */
  wipe(): void;
}

// Hashes per gram, so that typical values fill 25 to 45 % of a folded filter.
const NAME_HASHES = 10;
const ADDRESS_HASHES = 6;
const DOB_HASHES = 18;

/**
 * The encoder of one scope (a company or a linking agreement). It caches the results per word.
 * @param key the scope's index key, 32 bytes
 * @param words cache entries per kind and generation; two generations are kept
 */
export function recordEncoder(key: KeyObject, words?: number): RecordEncoder {
  const prfs = new ScopePrfs(key);
  const prfOf = (use: string) => prfs.prf(`v${ENCODING_VERSION} ${use}`);
  const partsOf = maskedParts(prfOf, words);
  const putKeys = keyWriter(prfOf);
  const putFilters = filterWriter();
  const putCodes = codeWriter(prfOf, words);
  return {
    encode(fields, rows, row) {
      const parts = partsOf(fields);
      putKeys(rows.keys, row, fields, parts);
      putFilters(rows.filters, row, parts);
      putCodes(rows.codes, row, parts.name.written, parts.dob);
      rows.hints[row] = hintsOf(
        isFullName(parts.name),
        parts.dob?.day !== undefined,
        commonnessOf(parts.name.written),
      );
    },
    wipe: () => prfs.wipe(),
  };
}

type PrfOf = (use: string) => Prf;

/** A word or its substitute, with its bits in the filter. */
type Masked<Word> = Word & { readonly mask: Uint32Array };

interface Parts {
  readonly name: NameParts<Masked<NameWord>>;
  readonly address: AddressParts<Masked<AddressWord>>;
  readonly pin: Masked<object> | undefined;
  readonly dob: Masked<DobParts> | undefined;
}

/** Splits values into parts and caches the properties of each word. */
function maskedParts(prfOf: PrfOf, words: number | undefined): (fields: LinkableFields) => Parts {
  const ofName = maskOfGrams(prfOf('name filter'), NAME_HASHES);
  const ofAddress = maskOfGrams(prfOf('address filter'), ADDRESS_HASHES);
  const ofDob = maskOfGrams(prfOf('dob filter'), DOB_HASHES);
  const nameWordOf = remembered((text) => {
    const word = nameWord(text);
    return { ...word, mask: ofName(nameGrams(word)) };
  }, words);
  const addressWordOf = remembered((text) => {
    const word = addressWord(text);
    return { ...word, mask: ofAddress(addressGrams(word.text)) };
  }, words);
  const pinOf = remembered((pin) => ({ mask: ofAddress(pinGrams(pin)) }), words);
  const dobOf = remembered((text) => {
    const dob = dobParts(text);
    return { ...dob, mask: ofDob(dobGrams(dob)) };
  }, words);
  return (fields) => {
    const address = addressParts(fields.address ?? '', addressWordOf);
    return {
      name: nameParts(fields.name ?? '', nameWordOf),
      address,
      pin: address.pin === undefined ? undefined : pinOf(address.pin),
      dob: fields.dob === undefined ? undefined : dobOf(fields.dob),
    };
  };
}

/** Writes a row's handles and tokens; each type and kind has a separate key. */
function keyWriter(prfOf: PrfOf) {
  const prfOfKind = remembered((kind) => prfOf(kind));
  const prfs = KEY_SLOTS.map((kind, slot) =>
    prfOfKind(slot < HANDLE_TYPES.length ? `handle ${kind}` : `token ${kind}`),
  );
  return (keys: Uint32Array, row: number, fields: LinkableFields, parts: Parts): void => {
    const put = (slot: number, text: string, second?: string, third?: string) => {
      const words = prfs[slot]?.(text, second, third);
      const at = (row * KEY_SLOTS.length + slot) * KEY_WORDS;
      for (let i = 0; i < KEY_WORDS; i += 1) keys[at + i] = words?.[i] ?? 0;
    };
    for (const [slot, type] of HANDLE_TYPES.entries()) {
      const value = fields[type];
      const form = value === undefined ? null : matchForm(type, value);
      if (form !== null) put(slot, form);
    }
    const { name, address, dob } = parts;
    blockingTokens(blockingParts(name, address, dob), (slot, first, second, third) =>
      put(HANDLE_TYPES.length + slot, first, second, third),
    );
  };
}

/** Writes a row's three filters. */
function filterWriter() {
  const filter = new BloomFilter();
  return (filters: Uint32Array, row: number, { name, address, pin, dob }: Parts): void => {
    const first = row * FILTERS.length * FILTER_WORDS;
    for (const { mask } of name.initials) filter.add(mask);
    for (const { mask } of name.words) filter.add(mask);
    filter.foldInto(filters, first);
    for (const { mask } of address.words) filter.add(mask);
    if (pin !== undefined) filter.add(pin.mask);
    filter.foldInto(filters, first + FILTER_WORDS);
    if (dob !== undefined) filter.add(dob.mask);
    filter.foldInto(filters, first + 2 * FILTER_WORDS);
  };
}
