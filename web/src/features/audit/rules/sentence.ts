import type { AuditTrailEntry } from '@pii-vault/contract/audit-trail/audit-trail-schema';
import { clientName } from '../../../i18n/client-name.ts';
import { fieldName, purposeName } from '../../../i18n/field-name.ts';
import { actionLooks } from './actions.ts';

/** A variable part of a sentence: a name, id or count. The trail contains no personal values. */
export type Slot =
  | { kind: 'actor' | 'mono' | 'name' | 'chip' | 'strong'; text: string }
  | { kind: 'person'; text: string; individualId: number; companyId: number | null };

/** Template of the texts (`sentence.<key>`) and the values of its `<slots/>`. */
export interface Sentence {
  key: string;
  slots: Readonly<Record<string, Slot>>;
}

interface Words {
  t: (key: string, values?: Record<string, unknown>) => string;
  number: (value: number) => string;
  companyName: (id: number) => string;
}

const slot = (kind: 'actor' | 'mono' | 'name' | 'chip' | 'strong', text: string): Slot => ({ kind, text });

/** Templates that have a variant with a purpose, and those that have a variant for refusals. */
const withPurpose = new Set([
  ...['field_view', 'field_decrypt', 'data_search', 'data_create', 'data_update', 'import_create'],
]);
const refusable = new Set([
  ...['field_view', 'field_decrypt', 'data_search', 'link_view', 'link_decision', 'matching_probe'],
  'session_confirm',
]);

export function templateOf({ action, details }: Pick<AuditTrailEntry, 'action' | 'details'>): string {
  if (!(action in actionLooks)) return 'other';
  if (action === 'audit_verify' && details.reason === 'NOT_VERIFIED') return 'audit_verify_failed';
  if (action === 'login_failure' && details.objectIds?.userId === undefined) return 'login_failure_unknown';
  if (action === 'data_work' && readsNothing(details)) return 'data_work_none';
  // Listed external ids are not masked; all other views are.
  if (action === 'field_view' && details.fieldType === 'external_id') return 'field_view_listed';
  const refused = details.decision === 'refused' && refusable.has(action) ? '_refused' : '';
  return `${action}${refused}${details.purpose && withPurpose.has(action) ? '_for' : ''}`;
}

const readsNothing = ({ fieldNames = [], individualIds = [], counts }: AuditTrailEntry['details']) =>
  fieldNames.length === 0 && individualIds.length === 0 && !counts?.individuals;

/** Name of the actor: of the user, of the API client's owner, or 'system'. */
export function actorOf(entry: AuditTrailEntry, { t }: Pick<Words, 't'>): string {
  if (entry.actorType === 'service') return t('actor.system');
  if (entry.actorType === 'api_client') return clientName(entry.actorName, entry.actorId);
  if (entry.actorName) return entry.actorName;
  return entry.actorId ? t('actor.user', { id: entry.actorId }) : t('actor.nobody');
}

/** 'Name' becomes 'name' inside a sentence; 'PAN' and 'Aadhaar' stay. */
const inSentence = (name: string): string =>
  /^(?:\p{Lu}{2}|Aadhaar)/u.test(name) ? name : name.charAt(0).toLowerCase() + name.slice(1);

function peopleSlot(entry: AuditTrailEntry, { t, number }: Words): Slot {
  const { individualIds = [], counts } = entry.details;
  const only = entry.individualId ?? (individualIds.length === 1 ? (individualIds[0] ?? null) : null);
  if (only !== null)
    return { kind: 'person', text: `IND_${only}`, individualId: only, companyId: entry.companyId };
  const count = counts?.individuals ?? individualIds.length;
  return slot('mono', count > 0 ? t('people', { count, n: number(count) }) : t('nobody'));
}

function objectText({ action, companyName, details }: AuditTrailEntry, words: Words): string {
  const ids = details.objectIds ?? {};
  if (action.startsWith('key_')) {
    const version = ids.keyVersion ? `v${ids.keyVersion}` : '';
    const epoch = ids.epoch ? words.t('object.epoch', { epoch: ids.epoch }) : '';
    return [ids.keyPurpose, version, epoch].filter(Boolean).join(' ');
  }
  if (action.startsWith('link_agreement') && ids.otherCompanyId)
    return words.companyName(Number(ids.otherCompanyId));
  if (action.startsWith('company_')) return companyName ?? '';
  return '';
}

/** The first count in the entry's details, for `<n/>`. */
function countOf({ details, action }: AuditTrailEntry): number {
  const counts = details.counts ?? {};
  const names = [
    'edges',
    'hits',
    'entriesChecked',
    'accepted',
    'individuals',
    'rewrapped',
    'values',
    'people',
  ];
  const found = action === 'import_cancel' ? counts.processed : undefined;
  return found ?? names.map((name) => counts[name]).find((count) => count !== undefined) ?? 0;
}

/** The sentence of an entry, with values for all slots that templates use. */
export function sentenceOf(entry: AuditTrailEntry, words: Words): Sentence {
  const { details } = entry;
  const ids = details.objectIds ?? {};
  const fields =
    details.fieldNames?.map((field) => inSentence(fieldName(field))).join(', ') || words.t('noFields');
  const named = (group: string, code: string | undefined) =>
    code === undefined ? '–' : words.t(`${group}.${code}`, { defaultValue: code });
  const detail = (name: string) => slot('mono', ids[name] ?? '–');
  return {
    key: templateOf(entry),
    slots: {
      actor: slot('actor', actorOf(entry, words)),
      fields: slot('name', fields),
      people: peopleSlot(entry, words),
      purpose: slot('chip', details.purpose === undefined ? '–' : purposeName(details.purpose)),
      company: slot('strong', entry.companyName ?? words.t('noCompany')),
      object: slot('mono', objectText(entry, words) || '–'),
      n: slot('mono', words.number(countOf(entry))),
      rejected: slot('mono', words.number(details.counts?.rejected ?? 0)),
      user: slot('mono', words.t('actor.user', { id: ids.userId ?? '–' })),
      role: slot('chip', named('app:role', ids.role)),
      from: slot('chip', named('companyStatus', ids.from)),
      to: slot('chip', named('companyStatus', ids.to)),
      link: slot('mono', `#${ids.linkId ?? ids.entryId ?? '–'}`),
      job: slot('name', words.t(`job.${ids.job}`, { defaultValue: ids.job ?? words.t('job.unknown') })),
      rule: detail('ruleId'),
      import: slot('mono', `#${ids.importId ?? '–'}`),
      action: slot('mono', entry.action),
      reason: slot('mono', details.reason ?? '–'),
    },
  };
}

export interface SlotPart {
  /** Unique in its sentence. */
  name: string;
  slot: Slot;
}

/** Splits the text of a template: `<name/>` becomes its slot, the rest stays text. */
export function partsOf(text: string, slots: Sentence['slots']): readonly (string | SlotPart)[] {
  return text
    .split(/<(\w+)\/>/)
    .map((part, at) => {
      const slot = at % 2 === 0 ? undefined : slots[part];
      return slot === undefined ? part : { name: part, slot };
    })
    .filter((part) => part !== '');
}
