import { latinText } from './latin-text.ts';
import { wordsOf } from './words-of.ts';

/** Properties of a word of an address. */
export interface AddressWord {
  /** The word with an abbreviation expanded; empty when it carries no information. */
  readonly text: string;
  /** A number, perhaps with a letter: 12a. */
  readonly isHouse: boolean;
  readonly startsWithLetters: boolean;
  /** At least three letters, and only letters. */
  readonly isPlace: boolean;
}

export interface AddressParts<Word extends AddressWord = AddressWord> {
  /** Postal code: India's six digits, else a British one, else the last number of four or five digits. */
  readonly pin: string | undefined;
  /** The first number of the address that is not the postal code, with its letter. */
  readonly house: string | undefined;
  /** First three letters of the first word after the house number. */
  readonly streetPrefix: string | undefined;
  /** Words of three letters or more, in order, without duplicates. */
  readonly places: readonly string[];
  /** Words and numbers in order. */
  readonly words: readonly Word[];
}

const abbreviations: ReadonlyMap<string, string> = new Map(
  Object.entries({
    rd: 'road',
    st: 'street',
    str: 'street',
    ave: 'avenue',
    av: 'avenue',
    ln: 'lane',
    nr: 'near',
    opp: 'opposite',
    apt: 'apartment',
    apts: 'apartment',
    appt: 'apartment',
    apartments: 'apartment',
    bldg: 'building',
    flr: 'floor',
    fl: 'floor',
    blk: 'block',
    sec: 'sector',
    sect: 'sector',
    ngr: 'nagar',
    clny: 'colony',
    col: 'colony',
    soc: 'society',
    chs: 'society',
    extn: 'extension',
    ext: 'extension',
    mkt: 'market',
    dist: 'district',
    vill: 'village',
    teh: 'tehsil',
    stn: 'station',
    ct: 'court',
    crt: 'court',
    pl: 'place',
    cct: 'circuit',
    cr: 'crescent',
    cres: 'crescent',
    tce: 'terrace',
    pde: 'parade',
    hwy: 'highway',
    sq: 'square',
    blvd: 'boulevard',
    bangalore: 'bengaluru',
    bombay: 'mumbai',
    calcutta: 'kolkata',
    madras: 'chennai',
    gurgaon: 'gurugram',
  }),
);

// Labels of a number, omitted as often as not.
const fillers = new Set('no house flat plot door hno h shop room unit pin pincode po ps'.split(' '));

const indian = /(?<!\d)([1-9]\d{2})[ .-]?(\d{3})(?!\d)/g;
const british = /\b([a-z]{1,2}\d[a-z\d]?) ?(\d[a-z]{2})\b/;
const short = /(?<![\p{L}\d])(\d{4,5})(?![\p{L}\d])/gu;

export function addressWord(written: string): AddressWord {
  const text = fillers.has(written) ? '' : (abbreviations.get(written) ?? written);
  return {
    text,
    isHouse: /^\d+[a-z]?$/.test(text),
    startsWithLetters: /^\p{L}{2,}/u.test(text),
    isPlace: /^\p{L}{3,}$/u.test(text),
  };
}

/** @param wordOf caches the results of addressWord */
export function addressParts(address: string): AddressParts;
export function addressParts<Word extends AddressWord>(
  address: string,
  wordOf: (written: string) => Word,
): AddressParts<Word>;
export function addressParts(
  address: string,
  wordOf: (written: string) => AddressWord = addressWord,
): AddressParts {
  const { pin, rest } = takePin(latinText(address));
  const words: AddressWord[] = [];
  const places: string[] = [];
  let house: string | undefined;
  let street: string | undefined;
  for (const written of wordsOf(rest)) {
    const word = wordOf(written);
    const { text } = word;
    if (text === '') continue;
    words.push(word);
    if (word.isHouse && house === undefined) {
      house = text;
      street = undefined;
    } else if (word.startsWithLetters && street === undefined) street = text;
    if (word.isPlace && !places.includes(text)) places.push(text);
  }
  return { pin, house, streetPrefix: street?.slice(0, 3), places, words };
}

function takePin(text: string): { pin: string | undefined; rest: string } {
  const found = lastOf(indian, text) ?? british.exec(text) ?? shortCode(text);
  if (found === undefined) return { pin: undefined, rest: text };
  const rest = `${text.slice(0, found.index)} ${text.slice(found.index + found[0].length)}`;
  return { pin: `${found[1]}${found[2] ?? ''}`, rest };
}

/** The last number of four or five digits, unless the address starts with it: then it is a house number. */
function shortCode(text: string): RegExpExecArray | undefined {
  const last = lastOf(short, text);
  return last === undefined || text.slice(0, last.index).trim() === '' ? undefined : last;
}

function lastOf(pattern: RegExp, text: string): RegExpExecArray | undefined {
  let last: RegExpExecArray | undefined;
  for (let one = pattern.exec(text); one !== null; one = pattern.exec(text)) last = one;
  return last;
}
