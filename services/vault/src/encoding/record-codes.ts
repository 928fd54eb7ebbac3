import type { DobParts } from './dob-parts.ts';
import type { Prf } from './keyed-blake3/keyed-prf.ts';
import { ABBREVIATIONS, nameForms } from './name-forms.ts';
import type { NameWord } from './name-word.ts';
import { remembered } from './remembered.ts';

/**
 * Words of a record's codes: the whole name, the joined name, its abbreviations, the date of birth as far as known, its
 * month. Zero = missing. They are only compared: lineage stores them encrypted and puts them into no bucket.
 */
export const CODE_WORDS = 2 + ABBREVIATIONS + 2;

const WHOLE = 0;
const JOINED = 1;
const ABBREVIATED = 2;
const DATE = ABBREVIATED + ABBREVIATIONS;
const MONTH = DATE + 1;

/** Writes a row's codes: 32 bits of a keyed PRF each. @param words size of the cache of dates */
export function codeWriter(prfOf: (use: string) => Prf, words: number | undefined) {
  const codeOf = (use: string) => {
    const prf = prfOf(use);
    return (text: string) => prf(text)[0] ?? 0;
  };
  const nameCode = codeOf('name form');
  const joinedCode = codeOf('name joined');
  // Dates repeat, whole names hardly ever.
  const dateCode = remembered(codeOf('date'), words);
  const monthCode = remembered(codeOf('month'), words);
  return (codes: Uint32Array, row: number, name: readonly NameWord[], dob: DobParts | undefined): void => {
    const from = row * CODE_WORDS;
    const put = (at: number, code: (text: string) => number, text: string | undefined) => {
      if (text !== undefined) codes[from + at] = code(text);
    };
    const { whole, joined, abbreviated } = nameForms(name);
    put(WHOLE, nameCode, whole);
    put(JOINED, joinedCode, joined);
    for (const [at, form] of abbreviated.entries()) put(ABBREVIATED + at, nameCode, form);
    put(DATE, dateCode, dob?.day ?? dob?.month ?? dob?.year);
    put(MONTH, monthCode, dob?.month);
  };
}
