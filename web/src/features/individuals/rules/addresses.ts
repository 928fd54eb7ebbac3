import { consentChannels } from '@pii-vault/contract/consents/consents-schema';
import { consentStates } from '@pii-vault/contract/individuals/individuals-schema';
import type { IndividualsQuery } from '../queries.ts';

/** The displayed id of a person: `IND_48213`. */
export const individualName = (id: number): string => `IND_${id}`;

/** Parses `48213`, `IND_48213` or `ind_48213`; undefined for other text. */
export function individualIdOf(text: string): number | undefined {
  const digits = /^(?:ind_)?(\d{1,15})$/i.exec(text.trim())?.[1];
  return digits === undefined || Number(digits) < 1 ? undefined : Number(digits);
}

/** URLs of other screens about a person, or about a link between two. */
export const lineagePath = (companyId: number, individualId: number): string =>
  `/data-lineage?company=${companyId}&individual=${individualId}`;

export const evidencePath = (companyId: number, entryId: number): string =>
  `/data-lineage?company=${companyId}&selected=${entryId}`;

export const auditPath = (companyId: number, individualId: number): string =>
  `/audit?company=${companyId}&search=IND_${individualId}`;

/** The form with the stored fields of a person, at one of them. */
export const correctPath = (companyId: number, individualId: number, fieldType = ''): string =>
  `/individuals/new?company=${companyId}&person=${individualId}${fieldType === '' ? '' : `&field=${fieldType}`}`;

/** The request for a second person's approval of more reveals. */
export const approvalPath = (companyId: number, purpose: string): string =>
  `/approvals?company=${companyId}&new=1${purpose === '' ? '' : `&purpose=${purpose}`}`;

export const profilePath = (companyId: number, individualId: number): string =>
  `/individuals?company=${companyId}&selected=${individualId}`;

const bands = ['high', 'medium', 'low'] as const;
const sorts = ['id', '-id', 'updatedAt', '-updatedAt', 'quality', '-quality'] as const;

const oneOf = <Value extends string>(values: readonly Value[], text: string): Value | undefined =>
  values.find((value) => value === text);

const isDay = (text: string) => /^\d{4}-\d\d-\d\d$/.test(text);
const dayOf = (text: string) => (isDay(text) ? text : undefined);

/**
 * The query of the list, from the URL; unknown values are ignored. Newest first. A search covers all people in order
 * of relevance, without filters and sort; consents and links are filtered in the order of ids, a period in that of
 * changes.
 */
export function listQuery(get: (key: string) => string, companyId: number): IndividualsQuery {
  const search = get('search').trim() || undefined;
  if (search !== undefined) return { companyId, search };
  const consentPurpose = get('consent') || undefined;
  const narrow = given({
    consentPurpose,
    consentState: consentPurpose === undefined ? undefined : oneOf(consentStates, get('state')),
    noticeVersion: consentPurpose === undefined ? undefined : get('notice') || undefined,
    channel: oneOf(consentChannels, get('source')),
    linked: get('linked') === '' ? undefined : ('true' as const),
  });
  const period = given({ from: dayOf(get('from')), until: dayOf(get('until')) });
  const quality = oneOf(bands, get('quality'));
  if (Object.keys(narrow).length > 0) return { companyId, quality, ...narrow, ...period };
  const sort = oneOf(sorts, get('sort')) ?? '-updatedAt';
  const isByChange = Object.keys(period).length > 0 && !sort.endsWith('updatedAt');
  return { companyId, quality, sort: isByChange ? '-updatedAt' : sort, ...period };
}

/** Without the values that are not given. */
const given = <Values extends object>(values: Values): Partial<Values> =>
  Object.fromEntries(Object.entries(values).filter(([, value]) => value !== undefined)) as Partial<Values>;
