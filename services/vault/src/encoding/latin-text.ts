import { createRequire } from 'node:module';

// The package's types tell of a default export that its CommonJS file does not have.
const sanscript: { t(text: string, from: string, to: string): string } = createRequire(import.meta.url)(
  '@indic-transliteration/sanscript',
);

interface Script {
  readonly scheme: string;
  readonly letters: RegExp;
  /** Whether a word's last inherent vowel is silent, as in Hindi राम, "Ram" (schwa deletion). */
  readonly dropsFinalVowel: boolean;
}

const scripts: readonly Script[] = [
  { scheme: 'devanagari', letters: /\p{Script=Devanagari}/u, dropsFinalVowel: true },
  { scheme: 'bengali', letters: /\p{Script=Bengali}/u, dropsFinalVowel: true },
  { scheme: 'gurmukhi', letters: /\p{Script=Gurmukhi}/u, dropsFinalVowel: true },
  { scheme: 'gujarati', letters: /\p{Script=Gujarati}/u, dropsFinalVowel: true },
  { scheme: 'oriya', letters: /\p{Script=Oriya}/u, dropsFinalVowel: false },
  { scheme: 'tamil', letters: /\p{Script=Tamil}/u, dropsFinalVowel: false },
  { scheme: 'telugu', letters: /\p{Script=Telugu}/u, dropsFinalVowel: false },
  { scheme: 'kannada', letters: /\p{Script=Kannada}/u, dropsFinalVowel: false },
  { scheme: 'malayalam', letters: /\p{Script=Malayalam}/u, dropsFinalVowel: false },
];

// Malayalam chillus: consonants without a vowel that the transliteration does not know.
const chillus: ReadonlyArray<readonly [string, string]> = [
  ['ൺ', 'ണ്'],
  ['ൻ', 'ന്'],
  ['ർ', 'ര്'],
  ['ൽ', 'ല്'],
  ['ൾ', 'ള്'],
];

// What people write for the letters of IAST (ISO 15919 without its rarities).
const spellings: ReadonlyArray<readonly [string, string]> = [
  ['ch', 'chh'],
  ['c', 'ch'],
  ['ś', 'sh'],
  ['ṣ', 'sh'],
  ['r̥', 'ri'],
  ['ṛ', 'ri'],
  ['ṃ', 'n'],
  ['ṁ', 'n'],
];

/**
 * Lower-case Latin letters of a text in any of the nine Indic scripts or in Latin with marks (NFKC; Indic by way of
 * IAST; then marks dropped). Letters of other scripts stay as they are.
 */
export function latinText(text: string): string {
  if (!/[^ -~]/.test(text)) return text.toLowerCase();
  const compatible = text.normalize('NFKC').toLowerCase();
  return scripts.reduce(transliterate, compatible).normalize('NFD').replace(/\p{M}/gu, '');
}

function transliterate(text: string, { scheme, letters, dropsFinalVowel }: Script): string {
  if (!letters.test(text)) return text;
  const whole = chillus.reduce((done, [chillu, letter]) => done.replaceAll(chillu, letter), text);
  const iast = sanscript.t(whole, scheme, 'iast');
  const spoken = dropsFinalVowel ? iast.replace(/(\p{L}{2,})a(?![\p{L}\p{M}])/gu, '$1') : iast;
  return spellings.reduce((done, [from, to]) => done.replaceAll(from, to), spoken.normalize('NFC'));
}
