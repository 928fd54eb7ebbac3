import { matchForm } from '../field-types/matching-form.ts';
import { addressParts } from './address-parts.ts';
import { type BlockingKind, blockingTexts } from './blocking-tokens.ts';
import { foldedFilter } from './bloom-filter.ts';
import { type DobPrecision, dobGrams, dobParts, NO_DOB } from './dob-parts.ts';
import { gramIndices } from './gram-indices.ts';
import { keyedPrf } from './keyed-prf.ts';
import { isFullName, nameParts } from './name-parts.ts';
import { type NameTable, nameRarity } from './name-rarity.ts';
import { phoneticFold } from './phonetic-fold.ts';
import { bigrams } from './q-grams.ts';
import { remembered } from './remembered.ts';

/** Identifiers that give handles, in the order of the handle list. */
export const HANDLE_TYPES = ['aadhaar', 'pan', 'phone', 'email', 'bank_account', 'other_id'] as const;

/** The canonical values of a person that may be linked in the scope. */
export type LinkableFields = Readonly<
  Partial<Record<(typeof HANDLE_TYPES)[number] | 'name' | 'address' | 'dob', string>>
>;

/** What leaves the vault: pseudonymised personal data, no value and no key. */
export interface EncodedRecord {
  /** By HANDLE_TYPES; 128 bits each. */
  readonly handles: ReadonlyArray<Uint8Array | undefined>;
  /** 128 bits each; a kind may have several. */
  readonly tokens: ReadonlyArray<{ readonly kind: BlockingKind; readonly token: Uint8Array }>;
  /** 512 bits each; undefined when the field is missing or empty. */
  readonly name: Uint32Array | undefined;
  readonly address: Uint32Array | undefined;
  readonly dob: Uint32Array | undefined;
  readonly dobPrecision: DobPrecision;
  /** 0 common to 7 rare. */
  readonly nameRarity: number;
  /** At least two words of the name are written out. */
  readonly isNameFull: boolean;
}

export type RecordEncoder = (fields: LinkableFields, names: NameTable) => EncodedRecord;

// Hashes per gram, so that typical values fill 25 to 45 % of a folded filter.
const NAME_HASHES = 10;
const ADDRESS_HASHES = 6;
const DOB_HASHES = 25;

/** The encoder of one scope (a company or a linking agreement). @param key the scope's index key, 32 bytes */
export async function recordEncoder(key: Uint8Array): Promise<RecordEncoder> {
  const handle = await keyedPrf(key, 'handle', 16);
  const token = await keyedPrf(key, 'token', 16);
  const nameIndices = gramIndices(await keyedPrf(key, 'name filter', 64), NAME_HASHES);
  const addressIndices = gramIndices(await keyedPrf(key, 'address filter', 64), ADDRESS_HASHES);
  const dobIndices = gramIndices(await keyedPrf(key, 'dob filter', 64), DOB_HASHES);
  const bitsOf = (gramsOf: (word: string) => string[], indices: (gram: string) => Uint16Array) =>
    remembered((word) => Uint16Array.from(gramsOf(word).flatMap((gram) => [...indices(gram)])));
  const initialBits = bitsOf((letter) => [` ${letter}`], nameIndices);
  const nameWordBits = bitsOf(nameGrams, nameIndices);
  const addressWordBits = bitsOf(addressGrams, addressIndices);
  return (fields, names) => {
    const name = nameParts(fields.name ?? '');
    const address = addressParts(fields.address ?? '');
    const dob = fields.dob === undefined ? NO_DOB : dobParts(fields.dob);
    return {
      handles: HANDLE_TYPES.map((type) => {
        const value = fields[type];
        const form = value === undefined ? null : matchForm(type, value);
        return form === null ? undefined : handle(`${type}|${form}`);
      }),
      tokens: blockingTexts(name, address, dob).map(({ kind, text }) => ({
        kind,
        token: token(`${kind}|${text}`),
      })),
      name: filterOf([...name.initials.map(initialBits), ...name.words.map(nameWordBits)]),
      address: filterOf([...address.words, ...pinGrams(address.pin)].map(addressWordBits)),
      dob: filterOf(dobGrams(dob).map(dobIndices)),
      dobPrecision: dob.precision,
      nameRarity: nameRarity(name, names),
      isNameFull: isFullName(name),
    };
  };
}

/** A word's pairs of letters, and those of its sound. */
const nameGrams = (word: string): string[] => [
  ...bigrams(word),
  ...bigrams(phoneticFold(word)).map((gram) => `~${gram}`),
];

/** Numbers count as a whole, postal codes (see pinGrams) as they are, words by their pairs of letters. */
const addressGrams = (word: string): string[] => {
  if (word.startsWith(PIN_GRAM)) return [word.slice(PIN_GRAM.length)];
  return /\d/.test(word) ? [`#${word}`] : bigrams(word);
};

// Not a letter: no word of an address begins with it.
const PIN_GRAM = '=';

/** The code, and its digits by place. */
const pinGrams = (pin: string | undefined): string[] =>
  pin === undefined
    ? []
    : [`p${pin}`, ...[...pin].map((char, place) => `p${place}${char}`)].map((gram) => PIN_GRAM + gram);

const filterOf = (bits: readonly Uint16Array[]): Uint32Array | undefined =>
  bits.length === 0 ? undefined : foldedFilter(bits);
