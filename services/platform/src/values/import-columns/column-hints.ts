import { type ColumnPlan, targetIn } from './column-plan.ts';
import type { ColumnTarget } from './column-target.ts';
import {
  areNumbered,
  confirms,
  confirmsAddress,
  readable,
  recognised,
  type SuggestedTarget,
  type SuggestedType,
} from './column-values.ts';
import { isGivenName, namePart, wordsOf } from './known-headers.ts';

const PERSON =
  'customer|cust|client|member|mem|student|pupil|patient|employee|emp|staff|applicant|candidate|borrower|depositor|beneficiary|subscriber|consumer|resident|owner|tenant|guest|donor|insured|policyholder|holder';

/** Words in a header and the target they suggest, in the order in which they are tried. */
const HINTS: ReadonlyArray<readonly [RegExp, SuggestedType]> = [
  [/mail|ईमेल/, 'email'],
  [/mobile|phone|contact|whats ?app|\b(mob|mobno|cell|ph|tel)\b|मोबाइल|फ़ोन|फोन/, 'phone'],
  [/a+d+h+a+r|uidai|आधार/, 'aadhaar'],
  [/\bpan|permanent account|पैन/, 'pan'],
  [/birth|born|\bdob\b|\bd o b\b|जन्म/, 'dob'],
  [/account|acct|\ba c\b|iban|खाता/, 'bank_account'],
  // A ration card is a family's.
  [/passport|voter|\bepic\b|licen[cs]e|\buan\b|\babha\b/, 'other_id'],
  [
    new RegExp(
      `^(${PERSON}|account|contact|full|first|given|middle|last|sur|legal|as|per|the|of|in|english|s| )*name(${PERSON}|of|the|s| )*( as per \\w+)?$|नाम`,
    ),
    'name',
  ],
  [
    new RegExp(
      `^((${PERSON}) ?(s )?((ref|reference|unique) )?|(admission|adm|enrol+ment|registration|regn|reg) )(no|num|number|id|code)$|^(uhid|mrn|cif|crn|ucic)( (no|num|number|id))?$`,
    ),
    'externalId',
  ],
];

/** The value is another person's, an organisation's or a login's. */
const OTHERS = new RegExp(
  [
    String.raw`father|mother|spouse|husband|\bwife\b|guardian|parent|nominee|emergency|relati[ov]|\b[sdw] o\b`,
    String.raw`introducer|guarantor|\bjoint\b|applicant 2|co ?applicant|co ?borrower|surety|witness|\bheir|driver`,
    String.raw`referr|\bref(?:erence)? (?:name|mobile|phone|contact|e?mail|address)\b|\bkin\b|\bnok\b|\brm\b|landlord`,
    String.raw`attendant|care ?(?:taker|giver)|escort|informant|proposer|\bsales|\bexec\b|\brep\b`,
    String.raw`\bagent|manager|officer|executive|collector|teacher|doctor|\bdr\b|created by|updated by`,
    String.raw`company|employer|organi[sz]ation|\bfirm\b|business|\bbank (?:name|address|phone|mail|email)|branch`,
    String.raw`school|college|hospital|office|\bwork|vendor|supplier|product|\bgroup\b|\bfamily\b`,
    'पिता|माता|पति|पत्नी|पुत्र|अभिभावक|संरक्षक|मुखिया|परिवार|नामिती|नामित|नामांकित|नॉमिनी|गारंटर|जमानत|गवाह|पुरान',
    'एजेंट|अधिकारी|प्रबंधक|शिक्षक|डॉक्टर|शाखा|बैंक का (?:नाम|पता)|कंपनी|कार्यालय|स्कूल|विद्यालय|कॉलेज|अस्पताल',
    'दुकान|उत्पाद|योजना',
  ].join('|'),
);

/** A second number or mailbox of the person, or one of the employer. */
const SECOND =
  /\b(official|corp|corporate|alt|altn|alternat(e|ive)|secondary|second|other|fax|land ?line|std|ext)\b|(?<!column )\b[23]\b|[a-z][23]$/;

/** A date or number that its name says to be no birth date and no phone. */
const OTHER_NUMBER =
  /dat(e|ed|um)\b|\b(dt|doj|doa|on|at|time|from|to|since|start|end|joined|joining|anniversary|wedding|marriage|due|paid|valid|expiry|issued?|order|invoice|bill|receipt|payment|txn|transaction|ref|reference|account|acct|folio|amount|serial|sr|sl|code|id|no|number|total|balance)\b/;

const ADDRESS_PARTS: ReadonlyArray<readonly [RegExp, 'postcode' | 'house' | 'text', isStreet: boolean]> = [
  [/\b(pin|pin ?code|zip|zip ?code|postal|post ?code|postal code)\b|पिन/, 'postcode', false],
  [/\b(flat|house|door|plot|block|wing|tower)\b|street ?n(o|umber)/, 'house', true],
  [
    /address|\baddr?\b|\baddr?\d|street|building|\bbldg\b|apartment|\bapt\b|\bsociety\b|\blane\b|\broad\b|colony|\bnagar\b|locality|landmark|पता/,
    'text',
    true,
  ],
  [
    /\b(area|sector|village|vill|town|city|taluka?|tehsil|mandal|district|dist|state|country)\b|गांव|गाँव|ज़िला|जिला|शहर|राज्य/,
    'text',
    false,
  ],
];

/** A column about an address that is no part of it. */
const NO_ADDRESS =
  /mail(?!ing)|birth|home ?town|native place|property|collateral|\basset\b|prefer|exam|\b(test|centre|center|posting|job|store|shop|factory|warehouse|godown|source|destination|event)\b|\b(ip|mac|web|url|proof|type|since|verified|id|sq|sqft|carpet|charges?|amount|count|holder)\b|(?<!\b(pin|zip|post|postal) ?)code\b/;

/** Addresses that a file may have of one person, the preferred first. Only columns of one address are joined. */
const ADDRESS_KINDS: ReadonlyArray<readonly [RegExp, string]> = [
  [/present|current|corr|comm\b|communication|resid|\bres\b|\blocal\b|mailing|\bhome\b/, 'present'],
  [/bill/, 'billing'],
  [/ship|deliver/, 'shipping'],
  [/perm|native/, 'permanent'],
  [/temp/, 'temporary'],
  [/premises?\b|install|supply|\bsite\b/, 'premises'],
];

/** Words for the person of a row. Columns under two of these may be about two people: an owner and a tenant. */
const ROLE = new RegExp(`\\b(${PERSON})s?\\b`);
const SAME_ROLES: Readonly<Record<string, string>> = {
  cust: 'customer',
  client: 'customer',
  mem: 'member',
  pupil: 'student',
  emp: 'employee',
  staff: 'employee',
};

function roleOf(words: string): string | undefined {
  const word = ROLE.exec(words)?.[1];
  return word === undefined ? undefined : (SAME_ROLES[word] ?? word);
}

/** A column, and what its header and its values say by themselves. */
export interface ReadColumn {
  readonly name: string;
  /** The person of the row that the header names, such as tenant. */
  readonly role: string | undefined;
  /** The header names another person than that of the row. */
  readonly isOfOthers: boolean;
  /** Values of a phone number or an e-mail address, in one spelling; those of others show whose they are. */
  readonly contacts: readonly string[];
  /** Mobiles and whole names come before other numbers and parts of a name. */
  readonly isLesser: boolean;
  readonly part: NamePart | undefined;
  /** The part of an address that it may be. */
  readonly address: AddressColumn | undefined;
  /** What it is unless it becomes part of the address. */
  readonly target: SuggestedType | undefined;
}

/** Reads a column and a sample of its values. This is the work; suggestTargets only compares columns. */
export function readColumn(name: string, cells: readonly string[], year: number): ReadColumn {
  const words = wordsOf(name).join(' ');
  const part = partOf(words);
  const values = readable(cells);
  const isLesser = !/\bmob|मोबाइल/.test(words) && (!/name|नाम/.test(words) || part !== undefined);
  const target = targetOf(words, values, year);
  const isOfOthers = OTHERS.test(words);
  return {
    name,
    role: roleOf(words),
    isOfOthers,
    contacts: isOfOthers || isContact(target) ? values.map(contactOf) : [],
    isLesser,
    part,
    address: addressOf(name, words, values),
    target,
  };
}

const isContact = (target: SuggestedTarget | undefined): boolean => target === 'phone' || target === 'email';

/** Of a number its last ten digits. */
const contactOf = (value: string): string =>
  value.includes('@') ? value.toLowerCase() : value.replace(/\D/g, '').slice(-10);

/**
 * Suggestions for the columns without a target. A header suggests only what the values confirm. A column about which
 * either is unclear has no suggestion: it stays open. `read`: all columns, because those with a target may show whose
 * the values of another one are.
 */
export function suggestTargets(
  plan: ColumnPlan,
  read: readonly ReadColumn[],
): ReadonlyMap<string, SuggestedTarget> {
  const columns = ofOnePerson(plan, read).toSorted(
    (one, other) => Number(one.isLesser) - Number(other.isLesser),
  );
  const suggested = new Map<string, SuggestedTarget>(
    addressColumns(plan, columns).map(({ name }) => [name, 'address']),
  );
  const taken = takenBy(plan);
  for (const { name, part, target } of columns) {
    if (target === undefined || suggested.has(name) || !isFree({ name, part }, target, taken)) continue;
    suggested.set(name, target);
    taken.targets.add(target);
    if (target === 'name') taken.parts.add(part);
  }
  return suggested;
}

/** The columns about the person of the row; none where it is unclear which of two people that is. */
function ofOnePerson(plan: ColumnPlan, read: readonly ReadColumn[]): readonly ReadColumn[] {
  const others = new Set(read.filter(({ isOfOthers }) => isOfOthers).flatMap(({ contacts }) => contacts));
  const open = read.filter(({ name }) => !Object.hasOwn(plan.targets, name));
  const own = open.filter(
    ({ target, contacts }) =>
      !isContact(target) || 2 * contacts.filter((one) => others.has(one)).length < contacts.length,
  );
  const planned = plan.columns
    .filter((column) => targetIn(plan.targets, column) === 'name')
    .map((name) => roleOf(wordsOf(name).join(' ')));
  const named = own.filter(({ target }) => target === 'name').map(({ role }) => role);
  const people = new Set([...planned, ...named]);
  const [role] = people;
  if (people.size > 1) {
    const [main] = planned;
    return main === undefined ? [] : own.filter((column) => column.role === main);
  }
  if (role !== undefined) return own.filter((column) => column.role === undefined || column.role === role);
  const isOwn = ({ target, address }: ReadColumn) =>
    (target ?? address) !== undefined && target !== 'externalId';
  const roles = new Set(own.filter(isOwn).flatMap((column) => column.role ?? []));
  return roles.size > 1 ? own.filter((column) => column.role === undefined) : own;
}

function targetOf(words: string, values: readonly string[], year: number): SuggestedType | undefined {
  if (values.length === 0 || OTHERS.test(words) || SECOND.test(words)) return undefined;
  const hints = HINTS.filter(([pattern]) => pattern.test(words));
  const hinted = hints.find(([, target]) => confirms(target, values, year))?.[1];
  if (hinted !== undefined) return hinted;
  const target = recognised(values, year);
  if (target === undefined) return undefined;
  // Any ten digits may be a phone, and any dates birth dates.
  const isWeak = target === 'phone' || target === 'dob';
  return isWeak && (hints.length > 0 || OTHER_NUMBER.test(words)) ? undefined : target;
}

/** Targets that columns have, and the parts of the name that they make up; undefined is a whole name. */
interface Taken {
  readonly targets: Set<ColumnTarget | undefined>;
  readonly parts: Set<NamePart | undefined>;
  readonly hasGivenName: boolean;
}

function takenBy({ columns, targets }: ColumnPlan): Taken {
  const names = columns.filter((column) => targetIn(targets, column) === 'name');
  return {
    targets: new Set(columns.map((column) => targetIn(targets, column))),
    parts: new Set(names.map((name) => partOf(wordsOf(name).join(' ')))),
    hasGivenName: columns.some(isGivenName),
  };
}

/**
 * Whether the target is free. A surname joins a name: without a given name in the file, the name is the given one.
 * Parts of a name join each other, one column a part.
 */
function isFree(
  { name, part }: Pick<ReadColumn, 'name' | 'part'>,
  target: SuggestedType,
  taken: Taken,
): boolean {
  if (!taken.targets.has(target)) return true;
  if (target !== 'name' || part === undefined || taken.parts.has(part)) return false;
  const hasWhole = taken.parts.has(undefined);
  if (part === 'first') return !hasWhole;
  return !hasWhole || (namePart(name) !== undefined && !taken.hasGivenName);
}

type NamePart = 'first' | 'middle' | 'last';

/** The part of a name that the words of a header say; undefined for a whole name. */
function partOf(words: string): NamePart | undefined {
  if (/\b(first|given|first ?name|given ?name)\b/.test(words)) return 'first';
  if (/\bmiddle/.test(words)) return 'middle';
  return /\b(last|sur)(name)?\b/.test(words) ? 'last' : undefined;
}

interface AddressColumn {
  readonly name: string;
  readonly kind: string | undefined;
  readonly isStreet: boolean;
  readonly isPostcode: boolean;
  readonly isWhole: boolean;
}

function addressOf(name: string, words: string, values: readonly string[]): AddressColumn | undefined {
  if (OTHERS.test(words) || NO_ADDRESS.test(words)) return undefined;
  if (words === 'house' && !areNumbered(values)) return undefined;
  const part = ADDRESS_PARTS.find(([pattern]) => pattern.test(words))?.[1];
  return part !== undefined && confirmsAddress(part, values) ? addressColumn(name, words) : undefined;
}

/**
 * Columns that make up one address with those that the plan has: never a second address of the same people, and never a
 * postcode alone.
 */
function addressColumns(plan: ColumnPlan, open: readonly ReadColumn[]): readonly AddressColumn[] {
  const taken = plan.columns
    .filter((name) => targetIn(plan.targets, name) === 'address')
    .map((name) => addressColumn(name, wordsOf(name).join(' ')));
  const parts = open.flatMap(({ address }) => address ?? []);
  const all = [...taken, ...parts];
  const wanted = taken.find(({ kind }) => kind !== undefined)?.kind ?? likeliestKind(all);
  // A postcode or a city of no kind belongs to the one address; a second street does not.
  const joined = parts.filter(({ kind, isStreet }) => kind === wanted || (kind === undefined && !isStreet));
  if ([...taken, ...joined].every(({ isPostcode }) => isPostcode)) return [];
  const whole = [...taken, ...joined].find(({ isWhole }) => isWhole);
  return joined.filter((part) => part === whole || !part.isWhole);
}

function likeliestKind(columns: readonly AddressColumn[]): string | undefined {
  if (columns.some(({ kind, isStreet }) => kind === undefined && isStreet)) return undefined;
  const kinds = ADDRESS_KINDS.map(([, kind]) => kind);
  const has = (kind: string, isStreet: boolean) =>
    columns.some((column) => column.kind === kind && (column.isStreet || !isStreet));
  return kinds.find((kind) => has(kind, true)) ?? kinds.find((kind) => has(kind, false));
}

const addressColumn = (name: string, words: string): AddressColumn => ({
  name,
  kind: ADDRESS_KINDS.find(([pattern]) => pattern.test(words))?.[1],
  isStreet: ADDRESS_PARTS.find(([pattern]) => pattern.test(words))?.[2] ?? false,
  isPostcode: ADDRESS_PARTS.find(([pattern]) => pattern.test(words))?.[1] === 'postcode',
  isWhole: /(address|addr|पता)$/.test(words),
});
