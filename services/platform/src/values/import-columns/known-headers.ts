import type { ColumnTarget } from './column-target.ts';

/** What a header says: the target, and which part of it where several columns make it up. */
export interface HeaderMeaning {
  readonly target: ColumnTarget;
  /** Columns with the same slot say the same; a file has one of each. */
  readonly slot: string;
  /** Order in which the columns of one target are joined. */
  readonly rank: number;
}

interface KnownHeader {
  readonly target: ColumnTarget;
  /** Lower case, without blanks and punctuation. */
  readonly names: readonly string[];
  /** Words that may stand around a name without changing what it says. */
  readonly around?: readonly string[];
}

const PERSON_WORDS = new Set(['customer', 'client', 'cust', 'the', 'of', 's']);
const NUMBER_WORDS = ['no', 'num', 'number', 'nr'];
const IDENTIFIER_WORDS = [...NUMBER_WORDS, 'id', 'card'];

/** The parts of a name stand in the order in which they are joined, and so do those of an address. */
const KNOWN: readonly KnownHeader[] = [
  { target: 'externalId', names: ['recid', 'id', 'uniqueid', 'externalid', 'customerid'] },
  { target: 'individualId', names: ['individualid'] },
  { target: 'name', names: ['name', 'fullname'] },
  { target: 'name', names: ['firstname', 'givenname'] },
  { target: 'name', names: ['middlename'] },
  { target: 'name', names: ['lastname', 'surname'] },
  { target: 'dob', names: ['dob', 'dateofbirth', 'birthdate'] },
  { target: 'email', names: ['email', 'mail', 'emailaddress'], around: ['id'] },
  { target: 'phone', names: ['phone', 'mobile', 'mobilephone'], around: NUMBER_WORDS },
  { target: 'aadhaar', names: ['aadhaar', 'aadhar', 'uid'], around: IDENTIFIER_WORDS },
  { target: 'pan', names: ['pan'], around: IDENTIFIER_WORDS },
  { target: 'address', names: ['address'] },
  { target: 'address', names: ['house'], around: NUMBER_WORDS },
  { target: 'address', names: ['streetnumber'] },
  { target: 'address', names: ['street'] },
  ...['1', '2', '3'].flatMap((line): KnownHeader[] => [
    { target: 'address', names: [`addressline${line}`] },
    { target: 'address', names: [`address${line}`] },
  ]),
  ...['suburb', 'city', 'district', 'state', 'pincode', 'postcode'].map(
    (part): KnownHeader => ({ target: 'address', names: [part] }),
  ),
  { target: 'bank_account', names: ['bankaccount', 'accountnumber', 'accountno'], around: NUMBER_WORDS },
  { target: 'other_id', names: ['otherid'] },
];

/** The list of individuals as this product exports it: who stands in it is known by its own id. */
const OWN_EXPORT: Readonly<Record<string, ColumnTarget>> = {
  id: 'individualId',
  externalid: 'externalId',
  masterkey: 'ignore',
  companyid: 'ignore',
  companyname: 'ignore',
  dataqualityscore: 'ignore',
  completenesspercentage: 'ignore',
  fieldtypes: 'ignore',
  linkedcompaniescount: 'ignore',
  linkedcompanyids: 'ignore',
  createdat: 'ignore',
  updatedat: 'ignore',
};

/** Case, punctuation and blanks do not count: "Date of Birth " and DATE_OF_BIRTH are one. */
const plain = (header: string): string => wordsOf(header).join('');

/** Longest header, characters; a longer text names no column. */
export const MAX_HEADER = 200;

/** NFKC makes up to 18 characters of one. */
const folded = (header: string): string => header.slice(0, MAX_HEADER).normalize('NFKC').slice(0, MAX_HEADER);

/** Words of a header in lower case, without punctuation and a date format in brackets. */
export const wordsOf = (header: string): string[] => wordsIn(folded(header));

const wordsIn = (text: string): string[] =>
  text
    .replace(/\([dmy /.-]+\)/gi, ' ')
    .replace(/(\p{Ll})(\p{Lu})/gu, '$1 $2')
    .toLowerCase()
    .replace(/e-mail/g, 'email')
    .split(/[^\p{L}\p{M}\p{N}]+/u)
    .filter((word) => word !== '');

/** Known headers have letters and digits of ASCII only, so that a header with another one needs no further reading. */
const OTHER_LETTER = /[^\P{L}\0-\x7f]|[^\P{M}\0-\x7f]|[^\P{N}\0-\x7f]/u;
/** Most words of a header that is compared with the known ones: bounds the cost of a header of single letters. */
const MAX_WORDS = 16;

/** What a header says by the list of known ones; undefined for any other. */
export function meaningOf(header: string): HeaderMeaning | undefined {
  if (header.length > MAX_HEADER) return undefined;
  const text = folded(header);
  if (OTHER_LETTER.test(text)) return undefined;
  const words = wordsIn(text);
  if (words.length > MAX_WORDS) return undefined;
  const rank = BY_NAME.get(words.join('')) ?? rankByCore(words);
  const known = KNOWN[rank];
  return known && { target: known.target, slot: known.names[0] ?? '', rank };
}

/** Index in KNOWN by name; of equal names the first. */
function ranksOf(isMeant: (known: KnownHeader) => boolean): ReadonlyMap<string, number> {
  const ranks = KNOWN.flatMap((known, rank) =>
    isMeant(known) ? known.names.map((name) => [name, rank] as const) : [],
  );
  return new Map(ranks.reverse());
}

const BY_NAME = ranksOf(() => true);
/** The same by the words that may stand around a name. */
const BY_CORE = [...new Set(KNOWN.map(({ around }) => around))].map((around) => ({
  around: new Set(around),
  ranks: ranksOf((known) => known.around === around),
}));

/** Index of the known header that the words name without the words around it; Infinity without one. */
function rankByCore(words: readonly string[]): number {
  const own = words.filter((word) => !PERSON_WORDS.has(word));
  const found = BY_CORE.map(({ around, ranks }) =>
    ranks.get(own.filter((word) => !around.has(word)).join('')),
  );
  return Math.min(...found.map((rank) => rank ?? Number.POSITIVE_INFINITY));
}

/** Whether the columns are those of this product's own list of individuals. */
export function isOwnExport(headers: readonly string[]): boolean {
  const names = new Set(headers.map(plain));
  return names.has('id') && names.has('masterkey');
}

/** What a column of the own list is read as; undefined for one that was added to it. */
export const ownExportTarget = (header: string): ColumnTarget | undefined => {
  const name = plain(header);
  return Object.hasOwn(OWN_EXPORT, name) ? OWN_EXPORT[name] : undefined;
};

const slotIs = (header: string, slots: readonly string[]): boolean =>
  slots.includes(meaningOf(header)?.slot ?? '');

/** Whether a column is the postcode of an address, by its header. */
export const isPostcode = (header: string): boolean => slotIs(header, ['pincode', 'postcode']);

/** Whether a column is the house of an address, or another house: those of a school have a name. */
export const isHouse = (header: string): boolean => slotIs(header, ['house']);

/** Whether a column is a part of an address that lies in a larger one, and has no street. */
export const isArea = (header: string): boolean => slotIs(header, ['city', 'district', 'state']);

/** Whether a column is the part of a name that may be written like nothing: there are people called Null. */
export const isSurname = (header: string): boolean => meaningOf(header)?.slot === 'lastname';

/** Whether a column is a whole address, which its parts may repeat. */
export const isWholeAddress = (header: string): boolean => meaningOf(header)?.slot === 'address';

/** The part of a name that follows the given one, by its header: 'middlename' or 'lastname'. */
export function namePart(header: string): string | undefined {
  const slot = meaningOf(header)?.slot;
  return slot === 'middlename' || slot === 'lastname' ? slot : undefined;
}

/** Whether a column is a given name, so that a whole name in the same file has all parts. */
export const isGivenName = (header: string): boolean => meaningOf(header)?.slot === 'firstname';

/** Whether the header of a phone number calls it a mobile. */
export const isMobileHeader = (header: string): boolean => plain(header).includes('mobile');
