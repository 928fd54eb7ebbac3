import type { Company } from '@pii-vault/contract/companies/companies-schema';
import { useEnvironmentStatus } from '../../../environment/use-environment-status.ts';
import { useEncryptionKeys } from '../../../keys/use-encryption-keys.ts';
import { useCan } from '../../../session/use-session.ts';
import { useComplianceChecks, useDashboardAttention } from '../queries.ts';
import { type Attention, attentionOf } from '../rules/attention.ts';

export interface AttentionState {
  items: readonly Attention[];
  isLoading: boolean;
  /** What was asked: keys below `source.` in the texts. */
  checked: readonly string[];
  /** What could not be asked: keys below `source.` in the texts. With one, nothing is said to be in order. */
  unchecked: readonly string[];
  retry: () => void;
}

/** What is wrong or waits for this user, from every call that the role may make. */
export function useAttention(companies: readonly Company[]): AttentionState {
  const can = useCan();
  const environment = useEnvironmentStatus();
  const keys = useEncryptionKeys(can('encryption:manage'));
  const checks = useComplianceChecks(can('compliance:read'));
  const parts = partsOf(can);
  const waiting = useDashboardAttention(parts.length > 0);
  const missing = waiting.isError ? parts : (waiting.data?.unchecked ?? []);
  const sources = { environment, keys, checks };
  const failed = Object.entries(sources).filter(([, query]) => query.isError);
  const items = attentionOf({
    companies,
    environment: environment.data,
    keys: keys.data,
    checks: checks.data,
    waiting: waiting.data,
    mayManageKeys: can('encryption:manage'),
    mayReactivate: can('company:create'),
    nowMs: Date.now(),
  });
  return {
    items,
    isLoading: waiting.isLoading || Object.values(sources).some((query) => query.isLoading),
    checked: [
      ...Object.entries(sources).flatMap(([name, query]) => (query.isSuccess ? [name] : [])),
      ...parts.filter((name) => !missing.some((one) => one === name)),
    ],
    unchecked: [...failed.map(([name]) => name), ...missing],
    retry: () => {
      for (const [, query] of failed) void query.refetch();
      if (missing.length > 0) void waiting.refetch();
    },
  };
}

/** What the gateway gathers for this user: keys below `source.` in the texts. */
const partsOf = (can: ReturnType<typeof useCan>): readonly string[] => [
  ...(can('security:read') ? ['logins'] : []),
  ...(can('pii:write') ? ['imports'] : []),
  ...(can('lineage:read') ? ['relationships'] : []),
  ...(can('compliance:read') ? ['registers'] : []),
  ...(can('company:manage') ? ['approvals', 'partners'] : []),
];
