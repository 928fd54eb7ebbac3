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
  'noConsentIfYes',
  'noConsentIfNo',
  'withdrawIfYes',
  'withdrawIfNo',
] as const;

export type ColumnTarget = (typeof COLUMN_TARGETS)[number];

/** Targets of columns that say who refused consent (consent-cells.ts). */
export const CONSENT_TARGETS = [
  'noConsentIfYes',
  'noConsentIfNo',
  'withdrawIfYes',
  'withdrawIfNo',
] as const satisfies readonly ColumnTarget[];
export type ConsentTarget = (typeof CONSENT_TARGETS)[number];

const NO_FIELDS: ReadonlySet<ColumnTarget> = new Set([
  'ignore',
  'externalId',
  'individualId',
  ...CONSENT_TARGETS,
]);

/** A target that is a field of a person. */
export type FieldTarget = Exclude<ColumnTarget, 'ignore' | 'externalId' | 'individualId' | ConsentTarget>;

export const isFieldTarget = (target: ColumnTarget): target is FieldTarget => !NO_FIELDS.has(target);

/**
 * Whether columns of these targets give an import something to do: a field of a person, or an id with a withdrawal, as
 * in a list of people who unsubscribed.
 */
export const hasContent = (targets: readonly ColumnTarget[]): boolean =>
  targets.some(isFieldTarget) ||
  (targets.some((target) => target === 'externalId' || target === 'individualId') &&
    targets.some((target) => target === 'withdrawIfYes' || target === 'withdrawIfNo'));

/** Targets that several columns may have; every other target has one column. */
export const JOINED: ReadonlySet<ColumnTarget> = new Set(['name', 'address', 'ignore', ...CONSENT_TARGETS]);
