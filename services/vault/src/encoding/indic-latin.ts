import { createRequire } from 'node:module';
import { latinDigits } from '@pii-vault/platform/domain/field-types/plain-text';
import { tamilToLatin } from './tamil-latin.ts';

// The package's types declare a default export that its CommonJS file does not have.
const sanscript: { t(text: string, from: string, to: string): string } = createRequire(import.meta.url)(
  '@indic-transliteration/sanscript',
);

type Spelling = readonly [from: RegExp | string, to: string];

const dotted =
  '\u0958\u0959\u095a\u095b\u095c\u095d\u095e\u095f\u09dc\u09dd\u09df\u0a33\u0a36\u0a59\u0a5a\u0a5b\u0a5e\u0b5c\u0b5d';

// What the transliteration does not know: joiners; letters with a dot that NFKC took apart; moon dots, which it makes
// tildes of; Malayalam's consonants without a vowel and its other au, the o and e of English words, Bengali's final t;
// and doctors, who are written by their first letters.
const rewritten: readonly Spelling[] = [
  [/[\u200c\u200d]/g, ''],
  ...[...dotted].map((letter): Spelling => [letter.normalize('NFD'), letter]),
  ...[...'ँঁਁઁଁ'].map((dot): Spelling => [dot, String.fromCharCode(dot.charCodeAt(0) + 1)]),
  ...Object.entries({ ൺ: 'ണ്', ൻ: 'ന്', ർ: 'ര്', ൽ: 'ല്', ൾ: 'ള്', ൿ: 'ക്', '\u0d57': '\u0d4c' }),
  ...Object.entries({ '\u0949': '\u094b', '\u0945': '\u0947', ऑ: 'ओ', ॲ: 'अ', ৎ: 'ত্' }),
  [/(?<![\p{L}\p{M}])(डो|ডাঃ|ডা|ડૉ|ડો|ਡਾ|డా|ಡಾ|ഡോ)(?![\p{L}\p{M}])/gu, 'dr'],
];

/** Languages north of the Vindhyas: a word's last inherent vowel is silent, as in Hindi राम, "Ram". */
const northern: readonly Spelling[] = [
  [/(\p{L}{2,})a(?![\p{L}\p{M}])/gu, '$1'],
  ['jñ', 'gy'],
  [/ṃ(?=h)/g, 'ng'],
  [/ṃ(?=[pbm])/g, 'm'],
];
const southern: readonly Spelling[] = [
  ['jñ', 'gn'],
  [/ṃ(?![kgcjṭḍtdn])/g, 'm'],
];
/** One letter is b and v, and v only after some consonants, as in Biswas. */
const bengali: readonly Spelling[] = [[/(?<![sśṣdtnh])v/g, 'b']];

// Common spellings of the letters of IAST (ISO 15919 without its rarities).
const latin: readonly Spelling[] = [
  ['ṃ', 'n'],
  [/rāvu?(?!\p{L})/gu, 'rao'],
  ['ch', 'CH'],
  ['c', 'ch'],
  ['CH', 'chh'],
  [/[śṣ]/g, 'sh'],
  [/ṛ|r̥/g, 'ri'],
];

const scripts: ReadonlyArray<readonly [scheme: string, letters: RegExp, spellings: readonly Spelling[]]> = [
  ['devanagari', /\p{Script=Devanagari}/u, northern],
  ['bengali', /\p{Script=Bengali}/u, [...northern, ...bengali]],
  ['gurmukhi', /\p{Script=Gurmukhi}/u, northern],
  ['gujarati', /\p{Script=Gujarati}/u, northern],
  ['oriya', /\p{Script=Oriya}/u, southern],
  ['telugu', /\p{Script=Telugu}/u, southern],
  ['kannada', /\p{Script=Kannada}/u, southern],
  ['malayalam', /\p{Script=Malayalam}/u, southern],
];

const rewrite = (text: string, spellings: readonly Spelling[]): string =>
  spellings.reduce((done, [from, to]) => done.replaceAll(from, to), text);

/**
 * Letters of the nine Indic scripts as names are commonly spelled, most by way of IAST. Expects lower case and NFKC.
 */
export function indicToLatin(text: string): string {
  const known = scripts.filter(([, letters]) => letters.test(text));
  const isTamil = /\p{Script=Tamil}/u.test(text);
  if (known.length === 0 && !isTamil) return text;
  const whole = rewrite(latinDigits(text), rewritten);
  const done = isTamil ? tamilToLatin(whole) : whole;
  return known.reduce((mixed, [scheme, , spellings]) => {
    const iast = sanscript.t(mixed, scheme, 'iast').normalize('NFC');
    return rewrite(iast, [...spellings, ...latin]);
  }, done);
}
