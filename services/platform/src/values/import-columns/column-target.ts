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

/** Targets of columns that say who refused consent (consent-cells.ts). */
export const CONSENT_TARGETS = [
  'noConsentIfYes',
  'noConsentIfNo',
  'withdrawIfYes',
  'withdrawIfNo',
] as const satisfies ReadonlyArray<(typeof COLUMN_TARGETS)[number]>;
export type ConsentTarget = (typeof CONSENT_TARGETS)[number];

/** A consent target about one purpose of the import, as in noConsentIfYes:marketing. */
export type PurposeTarget = `${ConsentTarget}:${string}`;
export type ColumnTarget = (typeof COLUMN_TARGETS)[number] | PurposeTarget;

/** What a column says about consent, and the one purpose that it is about; undefined for other targets. */
export function consentTargetOf(
  target: string,
): { readonly target: ConsentTarget; readonly purpose: string | undefined } | undefined {
  const [name, ...purpose] = target.split(':');
  const found = CONSENT_TARGETS.find((one) => one === name);
  return found && { target: found, purpose: purpose.length === 0 ? undefined : purpose.join(':') };
}

const NO_FIELDS: ReadonlySet<ColumnTarget> = new Set(['ignore', 'externalId', 'individualId']);

/** A target that is a field of a person. */
export type FieldTarget = Exclude<
  ColumnTarget,
  'ignore' | 'externalId' | 'individualId' | ConsentTarget | PurposeTarget
>;

export const isFieldTarget = (target: ColumnTarget): target is FieldTarget =>
  !NO_FIELDS.has(target) && consentTargetOf(target) === undefined;

/**
 * Whether columns of these targets give an import something to do: a field of a person, or an id with a withdrawal, as
 * in a list of people who unsubscribed.
 */
export const hasContent = (targets: readonly ColumnTarget[]): boolean =>
  targets.some(isFieldTarget) ||
  (targets.some((target) => target === 'externalId' || target === 'individualId') &&
    targets.some((target) => consentTargetOf(target)?.target.startsWith('withdraw') === true));

/** Whether several columns may have the target; every other target has one column. */
export const isJoined = (target: ColumnTarget): boolean =>
  target === 'name' || target === 'address' || target === 'ignore' || consentTargetOf(target) !== undefined;
