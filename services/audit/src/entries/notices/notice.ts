import type { AuditAction } from '@pii-vault/platform/domain/audit-actions';
import type { Leaf } from '../leaf.ts';

/** Subjects of mails to administrators. Ids only: no address, no name, no value. */
export interface Notice {
  /** An action of the trail, user_disable, intake_stopped or probe_stop_lift. */
  readonly kind: string;
  /** Undefined for the whole deployment. */
  readonly companyId: number | undefined;
  /** Notices of one kind, company, subject and UTC day are one mail. */
  readonly subject: string;
  readonly actorType: string;
  readonly actorId: string;
  readonly onBehalfOf: string;
  readonly reason: string;
  readonly objectIds: Readonly<Record<string, string>>;
  readonly occurredAt: Date;
}

interface Rule {
  /** The action when absent. */
  kind?(leaf: Leaf): string;
  readonly isDue?: (leaf: Leaf) => boolean;
  /** At most one mail a day for each subject. */
  subject(leaf: Leaf): string;
  /** Members of objectIds that the mail may name. */
  readonly ids: readonly string[];
}

/** Each change that widens access is a separate mail. */
const eachTime = ({ producer, epoch, seq }: Leaf): string => `${producer}/${epoch}/${seq}`;

const names = ({ fieldNames = [] }: Leaf, ...wanted: readonly string[]): boolean =>
  wanted.some((name) => fieldNames.includes(name));

/** One mail a day for each account: a busy day ends in the budget of erasures and its alarm. */
const byAccount = ({ actorType, actorId, onBehalfOf }: Leaf): string =>
  [actorType, actorId, onBehalfOf].join(':');

/** Jobs erase by retention and destroy keys on schedule. */
const isByUser = ({ actorType }: Leaf): boolean => actorType !== 'service';

const isLifted = ({ reason }: Leaf): boolean => reason === 'PROBE_STOP_LIFTED';

const RULES: Readonly<Partial<Record<AuditAction, Rule>>> = {
  matching_probe: {
    kind: (leaf) => (isLifted(leaf) ? 'probe_stop_lift' : leaf.action),
    subject: (leaf) =>
      isLifted(leaf)
        ? eachTime(leaf)
        : (leaf.objectIds?.credential ?? `company:${leaf.objectIds?.otherCompanyId ?? ''}`),
    ids: ['credential', 'otherCompanyId'],
  },
  budget_alarm: {
    subject: ({ actorType, actorId, onBehalfOf, objectIds }) =>
      [actorType, actorId, onBehalfOf, objectIds?.budget].join(':'),
    ids: ['budget'],
  },
  event_refused: { subject: ({ objectIds }) => objectIds?.topic ?? '', ids: ['topic'] },
  integrity_error: { subject: () => 'ciphertext', ids: [] },
  audit_verify: { isDue: ({ reason }) => reason === 'NOT_VERIFIED', subject: () => 'trail', ids: [] },
  data_erase: { isDue: isByUser, subject: byAccount, ids: [] },
  key_destroy: { isDue: isByUser, subject: byAccount, ids: ['keyPurpose', 'keyVersion'] },
  webhook_create: { subject: eachTime, ids: ['webhookId'] },
  webhook_update: { subject: eachTime, ids: ['webhookId'] },
  webhook_secret_rotate: { subject: eachTime, ids: ['webhookId'] },
  link_agreement_create: { subject: eachTime, ids: ['agreementId', 'otherCompanyId'] },
  link_agreement_accept: { subject: eachTime, ids: ['agreementId', 'otherCompanyId'] },
  access_rule_add: { subject: eachTime, ids: ['kind'] },
  access_rule_remove: { subject: eachTime, ids: ['kind'] },
  address_unblock: { subject: eachTime, ids: [] },
  user_delete: { subject: eachTime, ids: ['userId'] },
  user_update: {
    kind: () => 'user_disable',
    isDue: (leaf) => names(leaf, 'status') && leaf.objectIds?.status !== 'active',
    subject: eachTime,
    ids: ['userId'],
  },
  company_update: {
    isDue: (leaf) => names(leaf, 'name', 'code', 'tier'),
    subject: eachTime,
    ids: [],
  },
  company_status: { subject: eachTime, ids: ['to'] },
  company_reactivation_request: { subject: eachTime, ids: [] },
  company_reactivation_refuse: { subject: eachTime, ids: [] },
  webhook_delete: { subject: eachTime, ids: ['webhookId'] },
  link_agreement_end: { subject: eachTime, ids: ['agreementId', 'otherCompanyId'] },
  factor_policy_update: {
    isDue: ({ objectIds }) => objectIds?.removed !== undefined,
    subject: eachTime,
    ids: ['removed'],
  },
};

const isAction = (action: string): action is keyof typeof RULES => Object.hasOwn(RULES, action);

/** The notice of an entry; undefined when its action has none. */
export function noticeOf(leaf: Leaf): Notice | undefined {
  const rule = isAction(leaf.action) ? RULES[leaf.action] : undefined;
  if (rule === undefined || rule.isDue?.(leaf) === false) return undefined;
  const { objectIds = {}, actorType = '', actorId = '', onBehalfOf = '', reason = '' } = leaf;
  return {
    kind: rule.kind?.(leaf) ?? leaf.action,
    companyId: leaf.companyId,
    subject: rule.subject(leaf),
    ...{ actorType, actorId, onBehalfOf, reason },
    objectIds: Object.fromEntries(Object.entries(objectIds).filter(([name]) => rule.ids.includes(name))),
    occurredAt: new Date(leaf.timestamp),
  };
}

/** The notice that a producer's intake has stopped. */
export const intakeNotice = (producer: string): Notice => ({
  kind: 'intake_stopped',
  companyId: undefined,
  subject: producer,
  ...{ actorType: 'service', actorId: 'audit', onBehalfOf: '', reason: '' },
  objectIds: { producer },
  occurredAt: new Date(),
});
