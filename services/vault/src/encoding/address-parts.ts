import { latinText } from './latin-text.ts';

export interface AddressParts {
  /** Postal code: India's six digits, else a British one, else the last number of four or five digits. */
  readonly pin?: string;
  /** The first number of the address that is not the postal code, with its letter: 12a. */
  readonly house?: string;
  /** First three letters of the first word after the house number. */
  readonly streetPrefix?: string;
  /** The first two words that name something, sorted; towns, kinds of street and states come later. */
  readonly street?: string;
  /** Words and numbers in order, abbreviations written out. */
  readonly words: readonly string[];
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

// They announce a number and are left out as often as not.
const fillers = new Set('no house flat plot door hno h shop room unit pin pincode po ps'.split(' '));

const kinds = new Set(abbreviations.values());

const indian = /(?<!\d)([1-9]\d{2})[ -]?(\d{3})(?!\d)/g;
const british = /\b([a-z]{1,2}\d[a-z\d]?) ?(\d[a-z]{2})\b/;

export function addressParts(address: string): AddressParts {
  const latin = latinText(address).replace(/['’`.]/g, ' ');
  const { pin, rest } = takePin(latin);
  const words = rest
    .split(/[^\p{L}\p{N}]+/u)
    .filter((word) => word !== '' && !fillers.has(word))
    .map((word) => abbreviations.get(word) ?? word);
  const houseAt = words.findIndex((word) => /^\d+[a-z]?$/.test(word));
  const street = words.slice(houseAt + 1).find((word) => /^\p{L}{2,}/u.test(word));
  const naming = words.filter((word) => /^\p{L}{3,}$/u.test(word) && !kinds.has(word)).slice(0, 2);
  return {
    ...(naming.length < 2 ? {} : { street: naming.sort().join(' ') }),
    ...(pin === undefined ? {} : { pin }),
    ...(houseAt < 0 ? {} : { house: words[houseAt] }),
    ...(street === undefined ? {} : { streetPrefix: street.slice(0, 3) }),
    words,
  };
}

function takePin(text: string): { pin?: string; rest: string } {
  const found = [...text.matchAll(indian)].at(-1) ?? british.exec(text) ?? shortCode(text);
  if (found?.index === undefined) return { rest: text };
  const rest = `${text.slice(0, found.index)} ${text.slice(found.index + found[0].length)}`;
  return { pin: `${found[1]}${found[2] ?? ''}`, rest };
}

/** The last number of four or five digits, unless it opens the address: then it is a house. */
function shortCode(text: string): RegExpExecArray | undefined {
  const last = [...text.matchAll(/(?<![\p{L}\d])(\d{4,5})(?![\p{L}\d])/gu)].at(-1);
  return last === undefined || text.slice(0, last.index).trim() === '' ? undefined : last;
}
