import type { DashboardAttention } from '@pii-vault/contract/dashboard/dashboard-schema';
import { useQuery } from '@tanstack/react-query';
import { callQuery } from '../../../client/queries.ts';
import { withFormerParts } from '../rules/former-parts.ts';

/** Sign-in attempts, imports and relationships that wait for the user, over all companies of the user. */
export function useDashboardAttention(isWanted: boolean) {
  const { queryKey, queryFn } = callQuery('GET /dashboard/attention');
  return useQuery({
    queryKey,
    queryFn: async ({ signal, client }) =>
      withFormerParts(await queryFn({ signal }), client.getQueryData<DashboardAttention>(queryKey)),
    enabled: isWanted,
  });
}
