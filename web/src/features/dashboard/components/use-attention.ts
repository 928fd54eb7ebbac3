import type { Company } from '@pii-vault/contract/companies/companies-schema';
import { useEnvironmentStatus } from '../../../environment/use-environment-status.ts';
import { useEncryptionKeys } from '../../../keys/use-encryption-keys.ts';
import { useCan } from '../../../session/use-session.ts';
import { useComplianceChecks } from '../api/compliance-checks.ts';
import { useLineagePairs } from '../api/lineage-pairs.ts';
import { useLoginStatistics } from '../api/login-statistics.ts';
import { useRecentImports } from '../api/recent-imports.ts';
import { type Attention, attentionOf } from '../rules/attention.ts';

export interface AttentionState {
  items: readonly Attention[];
  isLoading: boolean;
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
  const logins = useLoginStatistics(can('security:read'));
  const imports = useRecentImports(can('pii:write'));
  const pairs = useLineagePairs(can('lineage:read'));
  const sources = { environment, keys, checks, logins, imports, pairs };
  const failed = Object.entries(sources).filter(([, query]) => query.isError);
  const items = attentionOf({
    companies,
    environment: environment.data,
    keys: keys.data,
    checks: checks.data,
    highRiskLogins: logins.data?.highRiskAttempts,
    imports: imports.data,
    pairs: can('lineage:decide') ? pairs.data : undefined,
    mayManageKeys: can('encryption:manage'),
    nowMs: Date.now(),
  });
  return {
    items,
    isLoading: Object.values(sources).some((query) => query.isLoading),
    unchecked: failed.map(([name]) => name),
    retry: () => {
      for (const [, query] of failed) void query.refetch();
    },
  };
}
