import type { Company } from '@pii-vault/contract/companies/companies-schema';
import type { ComplianceCheck } from '@pii-vault/contract/compliance/compliance-schema';
import type { DashboardAttention } from '@pii-vault/contract/dashboard/dashboard-schema';
import type { EncryptionKey } from '@pii-vault/contract/encryption-keys/encryption-keys-schema';
import type { EnvironmentStatus } from '@pii-vault/contract/environment/environment-schema';
import { daysLeft, dueKeys } from '../../../keys/key-figures.ts';

export type AttentionKind =
  | 'encryption'
  | 'keyStore'
  | 'keyOverdue'
  | 'incident'
  | 'incidentOverdue'
  | 'grievance'
  | 'grievanceOverdue'
  | 'accessReview'
  | 'approval'
  | 'reactivation'
  | 'limits'
  | 'agreement'
  | 'webhook'
  | 'key'
  | 'compliance'
  | 'logins'
  | 'import'
  | 'lineage';

/** One problem or pending task. Its texts are below `attention.<kind>`. */
export interface Attention {
  kind: AttentionKind;
  tone: 'error' | 'warning';
  /** Values of the text; `count` selects the plural form. */
  values: { count: number; company: string; name: string };
  /** Time of the first one, ISO 8601. */
  at?: string | undefined;
  /** Path of the next action; null if the user may not take it. */
  to: string | null;
}

/** Results of the calls; undefined without permission or while loading. */
export interface AttentionFacts {
  companies: readonly Company[];
  environment: EnvironmentStatus | undefined;
  keys: readonly EncryptionKey[] | undefined;
  checks: readonly ComplianceCheck[] | undefined;
  waiting: DashboardAttention | undefined;
  mayManageKeys: boolean;
  /** Whether the user may end a suspension. */
  mayReactivate: boolean;
  nowMs: number;
}

const nothing = { count: 1, company: '', name: '' };

/** Problems first, then tasks that need a decision. */
export function attentionOf(facts: AttentionFacts): readonly Attention[] {
  return [
    ...ofDeployment(facts),
    ...ofIncidents(facts),
    ...ofKeys(facts),
    ...ofChecks(facts),
    ...ofGrievances(facts),
    ...ofDecisions(facts),
    ...ofSuspensions(facts),
    ...ofPartners(facts),
    ...ofLogins(facts.waiting?.highRiskLogins ?? 0),
    ...ofImports(facts),
    ...ofAccessReviews(facts),
    ...ofLineage(facts),
  ];
}

type Waiting = DashboardAttention['incidents'];

/** One item for the due entries of a register. It links to the company of the first entry. */
function waitingItem(
  { companies }: AttentionFacts,
  waiting: Waiting | undefined,
  item: Pick<Attention, 'kind' | 'tone'> & { path: string },
): readonly Attention[] {
  if (!waiting || waiting.count === 0) return [];
  const { count, companyId, dueAt } = waiting;
  const company = companies.find((one) => one.id === companyId)?.name ?? '';
  const to = companyId === null ? item.path : `${item.path}?company=${companyId}`;
  return [
    {
      kind: item.kind,
      tone: item.tone,
      values: { count, company, name: '' },
      to,
      ...(dueAt === null ? {} : { at: dueAt }),
    },
  ];
}

/** A breach is an error even before its 72 hours are over. */
function ofIncidents(facts: AttentionFacts): readonly Attention[] {
  const incidents = facts.waiting?.incidents;
  const kind = incidents?.overdue ? 'incidentOverdue' : 'incident';
  return waitingItem(facts, incidents, { kind, tone: 'error', path: '/incidents' });
}

function ofGrievances(facts: AttentionFacts): readonly Attention[] {
  const grievances = facts.waiting?.grievances;
  const path = '/grievances';
  return grievances?.overdue
    ? waitingItem(facts, grievances, { kind: 'grievanceOverdue', tone: 'error', path })
    : waitingItem(facts, grievances, { kind: 'grievance', tone: 'warning', path });
}

const ofDecisions = (facts: AttentionFacts): readonly Attention[] => [
  ...waitingItem(facts, facts.waiting?.approvals, { kind: 'approval', tone: 'warning', path: '/approvals' }),
  ...waitingItem(facts, facts.waiting?.limits, { kind: 'limits', tone: 'warning', path: '/approvals' }),
];

const ofPartners = (facts: AttentionFacts): readonly Attention[] => [
  ...waitingItem(facts, facts.waiting?.failingWebhooks, {
    kind: 'webhook',
    tone: 'error',
    path: '/webhooks',
  }),
  ...waitingItem(facts, facts.waiting?.agreements, {
    kind: 'agreement',
    tone: 'warning',
    path: '/companies',
  }),
];

/** Requests to end a suspension, oldest first. */
function ofSuspensions({ companies, mayReactivate }: AttentionFacts): readonly Attention[] {
  if (!mayReactivate) return [];
  const requests = companies.flatMap(({ name, reactivationRequest }) =>
    reactivationRequest === null ? [] : [{ name, at: reactivationRequest.requestedAt }],
  );
  const [first] = requests.sort((a, b) => (a.at < b.at ? -1 : 1));
  if (!first) return [];
  const values = { count: requests.length, company: first.name, name: '' };
  return [{ kind: 'reactivation', tone: 'warning', values, to: '/companies' }];
}

const ofAccessReviews = (facts: AttentionFacts): readonly Attention[] =>
  waitingItem(facts, facts.waiting?.accessReviews, {
    kind: 'accessReview',
    tone: 'warning',
    path: '/access-reviews',
  });

function ofDeployment({ environment, mayManageKeys }: AttentionFacts): readonly Attention[] {
  if (!environment) return [];
  const wrong: Attention[] = [];
  const common = { tone: 'error', to: mayManageKeys ? '/encryption' : null, values: nothing } as const;
  if (environment.encryption !== 'active') wrong.push({ ...common, kind: 'encryption' });
  if (environment.keyStore.status !== 'online') wrong.push({ ...common, kind: 'keyStore' });
  return wrong;
}

function ofKeys({ keys = [], nowMs }: AttentionFacts): readonly Attention[] {
  const due = dueKeys(keys, nowMs);
  const [first] = due;
  if (!first) return [];
  const days = daysLeft(first, nowMs);
  const isOverdue = days < 0;
  const common = { to: `/encryption-keys?company=${first.companyId}` };
  const of = isOverdue ? due.filter((key) => daysLeft(key, nowMs) < 0) : due;
  return [
    {
      ...common,
      kind: isOverdue ? 'keyOverdue' : 'key',
      tone: isOverdue ? 'error' : 'warning',
      values: { count: of.length, company: first.company.name, name: String(Math.max(0, days)) },
    },
  ];
}

function ofChecks({ checks = [], companies }: AttentionFacts): readonly Attention[] {
  const failing = checks.filter((check) => check.status === 'violation');
  const [first] = failing;
  if (!first) return [];
  const company = companies.find((one) => one.id === first.companyId)?.name ?? '';
  return [
    {
      kind: 'compliance',
      tone: 'error',
      values: { count: failing.length, company, name: first.ruleId },
      to: `/compliance?company=${first.companyId}`,
    },
  ];
}

const ofLogins = (count: number): readonly Attention[] =>
  count === 0
    ? []
    : [{ kind: 'logins', tone: 'warning', values: { ...nothing, count }, to: '/security-dashboard' }];

/** Links to the oldest one. */
function ofImports({ waiting, companies }: AttentionFacts): readonly Attention[] {
  const { count = 0, oldest } = waiting?.heldImports ?? {};
  if (!oldest) return [];
  const company = companies.find((one) => one.id === oldest.companyId)?.name ?? '';
  return [
    {
      kind: 'import',
      tone: 'warning',
      values: { count, company, name: oldest.fileName ?? `#${oldest.id}` },
      to: `/imports?company=${oldest.companyId}&import=${oldest.id}`,
    },
  ];
}

function ofLineage({ waiting, companies }: AttentionFacts): readonly Attention[] {
  const { pending = 0, companyId } = waiting?.relationships ?? {};
  if (!companyId) return [];
  const company = companies.find((one) => one.id === companyId)?.name ?? '';
  return [
    {
      kind: 'lineage',
      tone: 'warning',
      values: { count: pending, company, name: '' },
      to: `/data-lineage?company=${companyId}&status=pending`,
    },
  ];
}

/** Parts that could not be checked keep their previous value, like the data of a failed query. */
export function withFormerParts(
  next: DashboardAttention,
  former: DashboardAttention | undefined,
): DashboardAttention {
  const isMissing = (part: DashboardAttention['unchecked'][number]) => next.unchecked.includes(part);
  if (!former) return next;
  const registers = isMissing('registers') ? former : next;
  const approvals = isMissing('approvals') ? former : next;
  const partners = isMissing('partners') ? former : next;
  return {
    highRiskLogins: isMissing('logins') ? former.highRiskLogins : next.highRiskLogins,
    heldImports: isMissing('imports') ? former.heldImports : next.heldImports,
    relationships: isMissing('relationships') ? former.relationships : next.relationships,
    incidents: registers.incidents,
    grievances: registers.grievances,
    accessReviews: registers.accessReviews,
    approvals: approvals.approvals,
    limits: approvals.limits,
    agreements: partners.agreements,
    failingWebhooks: partners.failingWebhooks,
    unchecked: next.unchecked,
  };
}
