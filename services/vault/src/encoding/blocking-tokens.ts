import type { AddressParts } from './address-parts.ts';
import type { DobParts } from './dob-parts.ts';
import { type NameParts, phoneticWords, sortedInitials } from './name-parts.ts';

/**
 * What two records must share to be compared at all, besides an identifier; a token names its kind by its place here.
 * The first five are those of the design; the others find who has one slip in the date, one in the code and one in
 * the name: without them a twentieth of FEBRL4's pairs is never looked at.
 */
export const BLOCKING_KINDS = [
  'dob_initials',
  'dob_pin',
  'names_pin',
  'names_year',
  'house_street_pin',
  'dob_word',
  'word_pin',
  'house_street_word',
  'names_house',
  'dob_house',
  'dob_street_prefix',
  'house_pin',
  'street_pin',
  'names_street_prefix',
  'word_street',
  'house_street',
] as const;
export type BlockingKind = (typeof BLOCKING_KINDS)[number];

export interface BlockingText {
  readonly kind: BlockingKind;
  readonly text: string;
}

/** Words of a name that give tokens of their own; the longest first, as they tell most. */
const WORDS = 3;

/**
 * The texts under the tokens; a kind whose part is missing gives none. Always composites: the equality of one name or
 * one date over many rows is its frequency, and frequency is what re-identifies it.
 */
export function blockingTexts(name: NameParts, address: AddressParts, dob: DobParts): BlockingText[] {
  const day = dob.precision === 'day' ? dob.iso : undefined;
  const year = dob.precision === 'none' ? undefined : dob.iso.slice(0, 4);
  const sounds = phoneticWords(name);
  const names = sounds.length > 1 ? sounds.join(' ') : undefined;
  const { pin, house, streetPrefix, street } = address;
  const texts: BlockingText[] = [];
  const add = (kind: BlockingKind, ...parts: ReadonlyArray<string | undefined>) => {
    if (!parts.includes(undefined)) texts.push({ kind, text: parts.join('|') });
  };
  add('dob_initials', day, sortedInitials(name) || undefined);
  add('dob_pin', day, pin);
  add('names_pin', names, pin);
  add('names_year', names, year);
  add('dob_street_prefix', day, streetPrefix);
  add('house_street_pin', house, streetPrefix, pin);
  add('names_house', names, house);
  add('dob_house', day, house);
  add('house_pin', house, pin);
  add('street_pin', street, pin);
  add('names_street_prefix', names, streetPrefix);
  add('house_street', house, street);
  for (const word of sounds.toSorted((a, b) => b.length - a.length).slice(0, WORDS)) {
    add('dob_word', day, word);
    add('word_pin', word, pin);
    add('word_street', word, street);
    add('house_street_word', house, streetPrefix, word);
  }
  return texts;
}
