import type { AuditTrailEntry } from '@pii-vault/contract/audit-trail/audit-trail-schema';
import { fieldName, purposeName } from '../../../i18n/field-name.ts';
import { actorOf, reasonName } from './sentence.ts';

const USER_AGENT_LENGTH = 50;

interface Words {
  t: (key: string, values?: Record<string, unknown>) => string;
  number: (value: number) => string;
  dateTime: (at: string) => string;
}

export function shortUserAgent(userAgent: string | null): string {
  if (!userAgent) return '–';
  return userAgent.length > USER_AGENT_LENGTH ? `${userAgent.slice(0, USER_AGENT_LENGTH)}…` : userAgent;
}

/** 'allowed: Fraud prevention', 'refused: wrong password', or only the decision. */
function decisionText({ details }: AuditTrailEntry, { t }: Words): string {
  const decision = t(`detail.${details.decision === 'refused' ? 'refused' : 'allowed'}`);
  const because = details.reason
    ? reasonName(details.reason, { t })
    : details.purpose && purposeName(details.purpose);
  return because === undefined ? decision : t('detail.because', { decision, reason: because });
}

const pairs = (
  values: Readonly<Record<string, string | number>>,
  write: (value: string | number) => string,
) =>
  Object.entries(values)
    .map(([name, value]) => `${name} ${write(value)}`)
    .join(' · ');

/** Details of an entry as label and value; missing ones are omitted. */
export function detailItems(
  entry: AuditTrailEntry,
  isIncluded: boolean,
  words: Words,
): ReadonlyArray<{ label: string; value: string }> {
  const { t, number } = words;
  const { details } = entry;
  const actor = actorOf(entry, words);
  const principal = entry.onBehalfOfName ?? t('actor.user', { id: details.onBehalfOf });
  const items: [name: string, value: string | undefined][] = [
    ['request', details.requestId],
    ['device', shortUserAgent(entry.userAgent)],
    ['company', entry.companyName ?? t('detail.deployment')],
    ['decision', decisionText(entry, words)],
    ['dpdp', t(entry.complianceFlags.dpdpCompliant ? 'detail.compliant' : 'detail.violation')],
    ['leaf', t(isIncluded ? 'detail.included' : 'detail.unchecked', { index: entry.leafIndex })],
    ['actor', details.onBehalfOf ? t('detail.onBehalfOf', { actor, name: principal }) : actor],
    ['client', entry.actorType === 'api_client' ? entry.actorId : undefined],
    ['purpose', details.purpose],
    ['fields', details.fieldNames?.map(fieldName).join(', ')],
    ['action', t(entry.action, { ns: 'audit-actions', defaultValue: entry.action })],
    ['time', words.dateTime(entry.timestamp)],
    ['field', entry.piiFieldId === null ? undefined : `#${entry.piiFieldId}`],
    ['source', details.producer],
    ['objects', details.objectIds && pairs(details.objectIds, String)],
    ['counts', details.counts && pairs(details.counts, (value) => number(Number(value)))],
  ];
  return items.flatMap(([name, value]) => (value ? [{ label: t(`detail.${name}`), value }] : []));
}
