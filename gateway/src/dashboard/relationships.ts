import type { DashboardAttention } from '@pii-vault/contract/dashboard/dashboard-schema';
import type { Caller } from '@pii-vault/platform/core/context/caller';
import { hasPermission } from '@pii-vault/platform/core/context/permissions';
import type { CompanyPair } from '@pii-vault/proto/lineage/v1/links';

type Relationships = NonNullable<DashboardAttention['relationships']>;

/** Sums over pairs of companies, and the company with most pending links where the caller may decide. */
export function relationshipsOf(pairs: readonly CompanyPair[], caller: Caller): Relationships {
  const pendingOf = new Map<number, number>();
  for (const { sourceCompanyId, targetCompanyId, pending } of pairs)
    for (const id of new Set([sourceCompanyId, targetCompanyId]))
      if (hasPermission(caller, 'lineage:decide', id)) pendingOf.set(id, (pendingOf.get(id) ?? 0) + pending);
  const [most] = [...pendingOf].filter(([, pending]) => pending > 0).sort(([, a], [, b]) => b - a);
  return {
    total: sum(pairs.map(({ links }) => links)),
    pending: sum(pairs.map(({ pending }) => pending)),
    companyId: most?.[0] ?? null,
  };
}

const sum = (counts: readonly number[]): number => counts.reduce((total, one) => total + one, 0);
