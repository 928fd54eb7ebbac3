import type { FieldType } from '@pii-vault/contract/scalars';

/** What a column of an import is read as. */
export type ColumnTarget = FieldType | 'externalId' | 'individualId' | 'ignore';

/** Column to target. A column that is absent has none: somebody has to say what it is. */
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
  'individualId',
];

/** Targets whose columns are joined; of every other there is one. */
export const joinedTargets: ReadonlySet<ColumnTarget> = new Set(['name', 'address', 'ignore']);
