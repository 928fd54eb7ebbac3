import type { Random } from '@pii-vault/all/demo-data/random';

/** An error of handwriting, typing, hearing or scanning. */
export type Slip = (text: string, random: Random) => string;

const NEIGHBOURS: Readonly<Record<string, string>> = {
  a: 'qsz',
  b: 'vgn',
  c: 'xdv',
  d: 'sfe',
  e: 'wrd',
  f: 'dgr',
  g: 'fht',
  h: 'gjy',
  i: 'uok',
  j: 'hku',
  k: 'jli',
  l: 'kop',
  m: 'nj',
  n: 'bmh',
  o: 'ipl',
  p: 'ol',
  q: 'wa',
  r: 'etf',
  s: 'adw',
  t: 'ryg',
  u: 'yij',
  v: 'cbf',
  w: 'qes',
  x: 'zcs',
  y: 'tuh',
  z: 'xa',
};

const SCANNED: ReadonlyArray<readonly [string, string]> = [
  ['rn', 'm'],
  ['m', 'rn'],
  ['l', '1'],
  ['i', 'l'],
  ['o', '0'],
  ['0', 'o'],
  ['s', '5'],
  ['5', 's'],
  ['b', '8'],
  ['8', 'b'],
  ['cl', 'd'],
  ['h', 'b'],
  ['u', 'v'],
  ['g', 'q'],
  ['1', '7'],
  ['6', '8'],
];

const HEARD: ReadonlyArray<readonly [string, string]> = [
  ['ph', 'f'],
  ['f', 'ph'],
  ['ck', 'k'],
  ['c', 'k'],
  ['k', 'c'],
  ['ee', 'ea'],
  ['ea', 'ee'],
  ['i', 'y'],
  ['y', 'ie'],
  ['ou', 'u'],
  ['th', 't'],
  ['sh', 's'],
  ['s', 'z'],
  ['w', 'v'],
  ['v', 'w'],
  ['ll', 'l'],
  ['tt', 't'],
  ['nn', 'n'],
  ['e', 'a'],
  ['a', 'e'],
  ['gh', 'g'],
  ['x', 'ks'],
];

/** A typing error: an insertion, a deletion, a neighbouring key, or two swapped keys. */
export const typed: Slip = (text, random) => {
  if (text.length < 2) return text;
  const at = random.below(text.length);
  const char = text[at] ?? '';
  const beside = /\d/.test(char)
    ? random.digits(1)
    : (NEIGHBOURS[char]?.[random.below(NEIGHBOURS[char].length)] ?? char);
  const kind = random.next();
  if (kind < 0.25) return text.slice(0, at) + beside + text.slice(at);
  if (kind < 0.5) return text.slice(0, at) + text.slice(at + 1);
  if (kind < 0.8) return text.slice(0, at) + beside + text.slice(at + 1);
  return text.slice(0, at) + (text[at + 1] ?? '') + char + text.slice(at + 2);
};

export const scanned: Slip = (text, random) => exchanged(text, SCANNED, random);
export const heard: Slip = (text, random) => exchanged(text, HEARD, random);

/** Applies one of the replacements that occur in the text, once. */
function exchanged(text: string, pairs: ReadonlyArray<readonly [string, string]>, random: Random): string {
  const found = pairs.filter(([from]) => text.includes(from));
  const pair = found[random.below(found.length)];
  if (pair === undefined) return typed(text, random);
  const places = [...text.matchAll(new RegExp(pair[0], 'g'))].map(({ index }) => index);
  const at = places[random.below(places.length)] ?? 0;
  return text.slice(0, at) + pair[1] + text.slice(at + pair[0].length);
}

/** A changed digit, or two swapped digits. */
export const misread: Slip = (text, random) => {
  const digits = [...text.matchAll(/\d/g)].map(({ index }) => index);
  const at = digits[random.below(digits.length)];
  if (at === undefined) return text;
  const next = text[at + 1];
  if (random.chance(0.4) && next !== undefined && /\d/.test(next))
    return text.slice(0, at) + next + text[at] + text.slice(at + 2);
  return text.slice(0, at) + random.digits(1) + text.slice(at + 1);
};

/** A missing or an additional blank. */
export const spaced: Slip = (text, random) => {
  if (text.includes(' ')) return text.replace(' ', '');
  const at = 2 + random.below(Math.max(1, text.length - 3));
  return `${text.slice(0, at)} ${text.slice(at)}`;
};

/** Any of the errors in words, with the shares of Christen and Pudjijono, PAKDD 2009. */
export const slipped: Slip = (text, random) => {
  const kind = random.next();
  if (kind < 0.5) return typed(text, random);
  if (kind < 0.75) return heard(text, random);
  if (kind < 0.93) return scanned(text, random);
  return spaced(text, random);
};
