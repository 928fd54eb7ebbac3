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
  | 'key'
  | 'compliance'
  | 'logins'
  | 'import'
  | 'lineage';

/** One thing that is wrong or waits; `attention.<kind>` in the texts says what and names the next action. */
export interface Attention {
  kind: AttentionKind;
  tone: 'error' | 'warning';
  /** Of the text; `count` chooses its plural. */
  values: { count: number; company: string; name: string };
  /** Where the next action is; null where this user may not take it. */
  to: string | null;
}

/** What the calls have answered; undefined where the user may not ask, or while there is no answer. */
export interface AttentionFacts {
  companies: readonly Company[];
  environment: EnvironmentStatus | undefined;
  keys: readonly EncryptionKey[] | undefined;
  checks: readonly ComplianceCheck[] | undefined;
  waiting: DashboardAttention | undefined;
  mayManageKeys: boolean;
  nowMs: number;
}

const nothing = { count: 1, company: '', name: '' };

/** What is wrong comes first, then what waits for a decision. Empty when nothing does. */
export function attentionOf(facts: AttentionFacts): readonly Attention[] {
  return [
    ...ofDeployment(facts),
    ...ofKeys(facts),
    ...ofChecks(facts),
    ...ofLogins(facts.waiting?.highRiskLogins ?? 0),
    ...ofImports(facts),
    ...ofLineage(facts),
  ];
}

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

/** The one that waits longest is opened. */
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
