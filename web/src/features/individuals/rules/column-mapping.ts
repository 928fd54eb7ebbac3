import type { FieldType } from '@pii-vault/contract/scalars';

/** What a column of an import is read as. */
export type ColumnTarget = FieldType | 'externalId' | 'ignore';
export type Mapping = Readonly<Record<string, ColumnTarget>>;

/** Every choice for a column, in the order in which it is offered. */
export const columnTargets: readonly ColumnTarget[] = [
  'ignore',
  'externalId',
  'name',
  'dob',
  'aadhaar',
  'pan',
  'phone',
  'email',
  'address',
  'bank_account',
  'other_id',
];

/** Targets whose columns are joined; of every other there is one. */
const joined: ReadonlySet<ColumnTarget> = new Set(['name', 'address', 'ignore']);

// Case, punctuation and blanks do not count.
const single: ReadonlyArray<readonly [ColumnTarget, readonly string[]]> = [
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
const nameParts = [
  ['firstname', 'givenname'],
  ['lastname', 'surname'],
];
const addressParts = [
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
].map((part) => [part]);

const plain = (column: string) =>
  column
    .normalize('NFKC')
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]/gu, '');

/** What the header says, as a first choice that the user sees and may change; what is shown is what is sent. */
export function detectMapping(columns: readonly string[]): Mapping {
  const mapping: Record<string, ColumnTarget> = Object.fromEntries(
    columns.map((column) => [column, 'ignore']),
  );
  function give(target: ColumnTarget, names: readonly string[]): void {
    const column = columns.find((one) => names.includes(plain(one)));
    if (column !== undefined) mapping[column] = target;
  }
  for (const [target, names] of single) give(target, names);
  const has = (target: ColumnTarget) => Object.values(mapping).includes(target);
  if (!has('name')) for (const names of nameParts) give('name', names);
  if (!has('address')) for (const names of addressParts) give('address', names);
  return mapping;
}

export type MappingProblem = { key: 'noField' } | { key: 'twice'; target: ColumnTarget };

/** Why the server would refuse the mapping; undefined when it would not. */
export function mappingProblem(mapping: Mapping): MappingProblem | undefined {
  const targets = Object.values(mapping);
  const twice = targets.find((target, index) => !joined.has(target) && targets.indexOf(target) !== index);
  if (twice) return { key: 'twice', target: twice };
  const hasField = targets.some((target) => target !== 'ignore' && target !== 'externalId');
  return hasField ? undefined : { key: 'noField' };
}

/** Columns in the order in which the vault joins them: parts of a name and of an address by rank, others as they come. */
export function columnsOf(
  columns: readonly string[],
  mapping: Mapping,
  target: ColumnTarget,
): readonly string[] {
  const order = [...nameParts, ...addressParts].flat();
  const rank = (column: string) => {
    const at = order.indexOf(plain(column));
    return at === -1 ? order.length : at;
  };
  return columns.filter((column) => mapping[column] === target).sort((a, b) => rank(a) - rank(b));
}
