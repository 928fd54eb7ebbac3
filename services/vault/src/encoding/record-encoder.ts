import { matchForm } from '../field-types/matching-form.ts';
import { addressParts } from './address-parts.ts';
import { type BlockingKind, blockingTexts } from './blocking-tokens.ts';
import { foldedFilter } from './bloom-filter.ts';
import { type DobPrecision, dobGrams, dobParts, NO_DOB } from './dob-parts.ts';
import { gramIndices } from './gram-indices.ts';
import { keyedPrf } from './keyed-prf.ts';
import { isFullName, nameParts, phoneticWords } from './name-parts.ts';
import { type NameTable, nameRarity } from './name-rarity.ts';
import { bigrams } from './q-grams.ts';

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
  return (fields, names) => {
    const name = nameParts(fields.name ?? '');
    const address = addressParts(fields.address ?? '');
    const dob = fields.dob === undefined ? NO_DOB : dobParts(fields.dob);
    const nameGrams = [...name.initials.map((letter) => ` ${letter}`), ...name.words.flatMap(bigrams)];
    const sounds = phoneticWords(name).flatMap((word) => bigrams(word).map((gram) => `~${gram}`));
    const addressGrams = address.words.flatMap((word) => (/\d/.test(word) ? [`#${word}`] : bigrams(word)));
    if (address.pin !== undefined) addressGrams.push(...pinGrams(address.pin));
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
      name: filterOf([...nameGrams, ...sounds], nameIndices),
      address: filterOf(addressGrams, addressIndices),
      dob: filterOf(dobGrams(dob), dobIndices),
      dobPrecision: dob.precision,
      nameRarity: nameRarity(name, names),
      isNameFull: isFullName(name),
    };
  };
}

const pinGrams = (pin: string): string[] => [`p${pin}`, ...[...pin].map((char, place) => `p${place}${char}`)];

function filterOf(grams: readonly string[], indices: (gram: string) => Uint16Array): Uint32Array | undefined {
  return grams.length === 0 ? undefined : foldedFilter([...new Set(grams)].map(indices));
}
