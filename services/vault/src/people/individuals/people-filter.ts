import { isPurpose } from '@pii-vault/platform/domain/purpose';
import { requirePurpose } from '../../consents/consent.ts';
import { invalidField } from '../../errors.ts';

/**
 * `expired`: the purpose was named and never withdrawn, and covers no field now: the consent or the retention period
 * has ended, or the person has no such field.
 */
export const CONSENT_STATES = ['live', 'withdrawn', 'expired', 'none'] as const;
export type ConsentState = (typeof CONSENT_STATES)[number];

export interface PeopleFilter {
  readonly individualIds: readonly number[];
  readonly consentPurpose?: string | undefined;
  readonly consentState?: ConsentState | undefined;
  readonly noticeVersion?: string | undefined;
  readonly channel?: string | undefined;
  readonly updatedFrom?: Date | undefined;
  readonly updatedUntil?: Date | undefined;
  readonly linked?: LinkedPeople | undefined;
}

/** People with links, by lineage. Further ones follow after `untilId`. */
export interface LinkedPeople {
  readonly individualIds: readonly number[];
  readonly untilId?: number | undefined;
}

const MOST_IDS = 200;

/**
 * @throws AppError INVALID_ARGUMENT COMPANY_REQUIRED, PURPOSE_REQUIRED, PURPOSE_INVALID, CONSENT_STATE_UNKNOWN,
 * TOO_MANY
 */
export function requireFilter(
  filter: Omit<PeopleFilter, 'consentState'> & { readonly consentState?: string | undefined },
  companyId: number | undefined,
): PeopleFilter {
  const { individualIds, consentPurpose, consentState } = filter;
  if (companyId === undefined)
    throw invalidField('COMPANY_REQUIRED', 'companyId', 'is required with a filter');
  if (individualIds.length > MOST_IDS)
    throw invalidField('TOO_MANY', 'individualIds', `names at most ${MOST_IDS} individuals`);
  if (consentPurpose !== undefined) requirePurpose(consentPurpose);
  if (consentState === undefined) return { ...filter, consentState };
  if (consentPurpose === undefined || !isPurpose(consentPurpose))
    throw invalidField('PURPOSE_REQUIRED', 'consentPurpose', 'is required with consentState');
  const state = CONSENT_STATES.find((one) => one === consentState);
  if (state === undefined)
    throw invalidField('CONSENT_STATE_UNKNOWN', 'consentState', `is none of ${CONSENT_STATES.join(', ')}`);
  return { ...filter, consentState: state };
}

/** Whether an index of people by their last change has the whole answer. */
export function isPeriodOnly(filter: PeopleFilter): boolean {
  const { individualIds, consentPurpose, noticeVersion, channel, linked } = filter;
  return (
    individualIds.length === 0 &&
    consentPurpose === undefined &&
    noticeVersion === undefined &&
    channel === undefined &&
    linked === undefined
  );
}
