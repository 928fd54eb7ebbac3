import type { AuditTrailEntry } from '@pii-vault/contract/audit-trail/audit-trail-schema';
import { clientName } from '../../../i18n/client-name.ts';
import { fieldName, permissionName, purposeName } from '../../../i18n/field-name.ts';
import { humanName } from '../../../i18n/human-name.ts';
import { reasonInReaderLanguage } from '../../../i18n/messages.ts';
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
  ...['approval_request', 'approval_approve', 'approval_refuse'],
]);
const refusable = new Set([
  ...['field_view', 'field_decrypt', 'data_search', 'link_view', 'link_decision', 'matching_probe'],
  'session_confirm',
]);

export function templateOf({ action, details }: Pick<AuditTrailEntry, 'action' | 'details'>): string {
  if (!(action in actionLooks)) return 'other';
  const special = specialTemplates[action]?.(details);
  if (special !== undefined) return `${action}_${special}`;
  const refused = details.decision === 'refused' && refusable.has(action) ? '_refused' : '';
  return `${action}${refused}${details.purpose && withPurpose.has(action) ? '_for' : ''}`;
}

/** Steps of an access review that have a sentence. */
const reviewSteps = ['keep', 'revoke', 'kept', 'discarded', 'finished', 'evidence'] as const;

/** Ends of the templates of single actions that depend on other details than purpose and decision. */
const specialTemplates: Readonly<Record<string, (details: Details) => string | undefined>> = {
  audit_verify: ({ reason }) => (reason === 'NOT_VERIFIED' ? 'failed' : undefined),
  login_failure: ({ objectIds }) => (objectIds?.userId === undefined ? 'unknown' : undefined),
  access_refused: ({ objectIds }) => (objectIds?.permission === undefined ? undefined : 'permission'),
  data_work: (details) => {
    if (details.objectIds?.job === 'rewrap_keys') return 'keys';
    if (details.objectIds?.register !== undefined) return 'register';
    return namesPeople(details) || details.fieldNames?.length ? undefined : 'none';
  },
  data_export: ({ objectIds }) => (objectIds?.document === 'access_report' ? 'person' : undefined),
  data_shred: ({ objectIds }) => (objectIds?.step === 'certified' ? 'certified' : undefined),
  register_update: ({ objectIds }) => {
    if (objectIds?.register !== 'access_reviews') return undefined;
    const step = objectIds.step === 'decided' ? objectIds.decision : objectIds.step;
    return reviewSteps.find((known) => known === step);
  },
  report_create: ({ objectIds }) => (objectIds?.step === 'made' ? 'made' : undefined),
  text_read: ({ objectIds }) => (objectIds?.linkId === undefined ? undefined : 'link'),
  field_view: (details) => {
    // Listed external ids are not masked; all other views are.
    if (details.fieldType === 'external_id') return 'listed';
    return details.counts?.individuals === 0 && !namesPeople(details) ? 'none' : undefined;
  },
};

type Details = AuditTrailEntry['details'];

const namesPeople = ({ individualIds = [], counts }: Details) =>
  individualIds.length > 0 || Boolean(counts?.individuals);

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
    // A text key has its service after the purpose: 'text:lineage'.
    const [use] = ids.keyPurpose?.split(':') ?? [];
    const name = use && words.t(`keyName.${use}`, { defaultValue: words.t('keyName.other') });
    const version = ids.keyVersion ? `v${ids.keyVersion}` : '';
    const epoch = ids.epoch ? words.t('object.epoch', { epoch: ids.epoch }) : '';
    return [name, version, epoch].filter(Boolean).join(' ') || words.t('keyName.other');
  }
  if (action.startsWith('link_agreement') && ids.otherCompanyId)
    return words.companyName(Number(ids.otherCompanyId));
  if (action.startsWith('company_')) return companyName ?? '';
  return '';
}

/** '#4, #5'; after three numbers an ellipsis. */
function numbersOf(ids: string | undefined): string {
  const [first, second, third, ...more] = ids?.split(' ').filter(Boolean) ?? [];
  const shown = [first, second, third].flatMap((id) => (id === undefined ? [] : `#${id}`));
  return `${shown.join(', ') || '–'}${more.length > 0 ? ' …' : ''}`;
}

/** Why something was refused, in words: 'WRONG_PASSWORD' is 'wrong password'. */
export function reasonName(reason: string | undefined, { t }: Pick<Words, 't'>): string {
  if (!reason) return t('reason.NONE');
  const plain = inSentence(humanName(reason.toLowerCase()));
  return t(`reason.${reason}`, { defaultValue: reasonInReaderLanguage(reason, plain) });
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
  const { t } = words;
  const fields = details.fieldNames?.map((field) => inSentence(fieldName(field))).join(', ') || t('noFields');
  return {
    key: templateOf(entry),
    slots: {
      actor: slot('actor', actorOf(entry, words)),
      fields: slot('name', fields),
      people: peopleSlot(entry, words),
      purpose: slot('chip', details.purpose === undefined ? '–' : purposeName(details.purpose)),
      company: slot('strong', entry.companyName ?? t('noCompany')),
      object: slot('mono', objectText(entry, words) || '–'),
      n: slot('mono', words.number(countOf(entry))),
      rejected: slot('mono', words.number(details.counts?.rejected ?? 0)),
      limit: slot('mono', words.number(details.counts?.limit ?? 0)),
      user: entry.userName
        ? slot('strong', entry.userName)
        : slot('mono', t('actor.user', { id: ids.userId ?? '–' })),
      source: slot('mono', entry.ipAddress ?? '–'),
      action: slot('mono', inSentence(humanName(entry.action))),
      reason: slot('name', reasonName(details.reason, words)),
      ...namedSlots(ids, words),
    },
  };
}

/** The objects of an entry by their names; an unknown name is shown as words. */
function namedSlots(ids: Readonly<Record<string, string>>, words: Words): Sentence['slots'] {
  const { t } = words;
  const named = (group: string, name: string | undefined, other?: string) =>
    name === undefined
      ? other === undefined
        ? '–'
        : t(other)
      : t(`${group}.${name}`, { defaultValue: other === undefined ? humanName(name) : t(other) });
  const number = (id: string | undefined) => slot('mono', `#${id ?? '–'}`);
  return {
    role: slot('chip', named('app:role', ids.role)),
    roles: slot(
      'name',
      ids.roles
        ?.split(' ')
        .filter(Boolean)
        .map((role) => named('app:role', role))
        .join(', ') || t('noRole'),
    ),
    from: slot('chip', named('companyStatus', ids.from)),
    to: slot('chip', named('companyStatus', ids.to)),
    link: number(ids.linkId ?? ids.entryId),
    import: number(ids.importId),
    report: number(ids.reportId),
    webhook: number(ids.webhookId),
    approval: number(ids.approvalId),
    entries: slot('mono', numbersOf(ids.entryIds ?? ids.entryId)),
    register: slot('name', named('entryOf', ids.register, 'entryOf.register')),
    list: slot('name', named('exported', ids.list, 'exported.list')),
    regulation: slot('name', named('regulation', ids.regulationType)),
    format: slot('name', ids.format?.toUpperCase() ?? '–'),
    job: slot('name', named('job', ids.job, 'job.unknown')),
    budget: slot('name', named('budget', ids.budget, 'budget.other')),
    act: slot('name', named('act', ids.kind, 'act.other')),
    verdict: slot('chip', named('verdict', ids.verdict || 'none')),
    factor: slot('name', named('factor', ids.factor, 'factor.other')),
    other: slot('strong', ids.otherCompanyId ? words.companyName(Number(ids.otherCompanyId)) : '–'),
    rule: slot('mono', ids.ruleId ?? '–'),
    allowed: slot('mono', ids.rule ?? '–'),
    address: slot('mono', ids.ipAddress ?? '–'),
    topic: slot('mono', ids.topic ?? '–'),
    event: slot('mono', ids.event ?? '–'),
    consumer: slot('mono', ids.consumer ?? '–'),
    why: slot('name', named('why', ids.why, 'why.other')),
    call: slot('name', ids.rpc === undefined ? '–' : humanName(ids.rpc.slice(ids.rpc.lastIndexOf('/') + 1))),
    permission: slot('name', ids.permission === undefined ? '–' : permissionName(ids.permission)),
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
