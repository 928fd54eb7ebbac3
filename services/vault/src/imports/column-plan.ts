import type { FieldType } from '../field-types/field-type.ts';

/** What a column is read as. */
export type ColumnTarget = FieldType | 'externalId' | 'ignore';

/** The caller's own choice, by the file's column names. */
export type ColumnMapping = Readonly<Record<string, ColumnTarget>>;

/** How the rows of one file are read: for every target, the columns that make it up, in joining order. */
export interface ColumnPlan {
  /** Names as the file has them. For NDJSON the keys seen so far; more may follow. */
  readonly columns: readonly string[];
  /** Column to target, for every column of `columns`. */
  readonly targets: Readonly<Record<string, ColumnTarget>>;
}

const SINGLE_COLUMNS: ReadonlyArray<[ColumnTarget, readonly string[]]> = [
  ['externalId', ['recid', 'id', 'uniqueid', 'externalid', 'customerid']],
  ['name', ['name', 'fullname']],
  ['dob', ['dob', 'dateofbirth', 'birthdate']],
  ['email', ['email']],
  ['phone', ['phone', 'mobile']],
  ['aadhaar', ['aadhaar', 'uid']],
  ['pan', ['pan']],
  ['address', ['address']],
  ['bank_account', ['bankaccount', 'accountnumber']],
];

const FIRST_NAMES = ['firstname', 'givenname'];
const LAST_NAMES = ['lastname', 'surname'];
const ADDRESS_PARTS = [
  'house',
  'streetnumber',
  'street',
  'address1',
  'address2',
  'suburb',
  'city',
  'district',
  'state',
  'pincode',
  'postcode',
];

/** Order in which several columns of one target are joined; others are joined in file order. */
const JOIN_ORDER = [...FIRST_NAMES, ...LAST_NAMES, ...ADDRESS_PARTS];

/** Case, punctuation and blanks do not count: "Date of Birth " and DATE_OF_BIRTH are one. */
const plainColumn = (column: string): string =>
  column
    .normalize('NFKC')
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]/gu, '');

/** Columns of one target in the order in which their values are joined. */
export function columnsOf(plan: ColumnPlan, target: ColumnTarget): string[] {
  const rank = (column: string) => {
    const at = JOIN_ORDER.indexOf(plainColumn(column));
    return at === -1 ? JOIN_ORDER.length : at;
  };
  return plan.columns.filter((column) => plan.targets[column] === target).sort((a, b) => rank(a) - rank(b));
}

/**
 * Reads the header by the list of headers: the first column of a target wins, a whole name or address wins over its
 * parts, parts of a name need both halves or make do with one; everything else is ignored.
 */
function detectColumns(columns: readonly string[]): ColumnPlan {
  const targets: Record<string, ColumnTarget> = Object.fromEntries(
    columns.map((column) => [column, 'ignore']),
  );
  const firstOf = (names: readonly string[]) => columns.find((column) => names.includes(plainColumn(column)));
  for (const [target, names] of SINGLE_COLUMNS) {
    const column = firstOf(names);
    if (column !== undefined) targets[column] = target;
  }
  const taken = new Set(Object.values(targets));
  if (!taken.has('name')) {
    for (const column of [firstOf(FIRST_NAMES), firstOf(LAST_NAMES)]) {
      if (column !== undefined) targets[column] = 'name';
    }
  }
  if (!taken.has('address')) {
    for (const part of ADDRESS_PARTS) {
      const column = firstOf([part]);
      if (column !== undefined) targets[column] = 'address';
    }
  }
  return { columns, targets };
}

/** Follows the caller's mapping; columns it does not name are ignored. */
function mapColumns(columns: readonly string[], mapping: ColumnMapping): ColumnPlan {
  const target = (column: string) =>
    (Object.hasOwn(mapping, column) ? mapping[column] : undefined) ?? 'ignore';
  return { columns, targets: Object.fromEntries(columns.map((column) => [column, target(column)])) };
}

export const planColumns = (columns: readonly string[], mapping: ColumnMapping | undefined): ColumnPlan =>
  mapping === undefined ? detectColumns(columns) : mapColumns(columns, mapping);

/** Columns that are not read, as the caller is told. */
export const ignoredColumns = (plan: ColumnPlan): string[] =>
  plan.columns.filter((column) => plan.targets[column] === 'ignore');
