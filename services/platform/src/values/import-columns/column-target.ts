/** What a column of an import can be read as, in the order in which a choice offers it. */
export const COLUMN_TARGETS = [
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
] as const;

export type ColumnTarget = (typeof COLUMN_TARGETS)[number];

/** Targets whose columns are joined; every other target has one column. */
export const JOINED: ReadonlySet<ColumnTarget> = new Set(['name', 'address', 'ignore']);
