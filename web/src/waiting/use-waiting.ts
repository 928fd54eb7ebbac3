import type { Waiting } from '@pii-vault/contract/waiting/waiting-schema';
import { useQuery } from '@tanstack/react-query';
import { callQuery } from '../client/queries.ts';
import { useScope } from '../company/use-scope.ts';
import { useSession } from '../session/use-session.ts';
import { withFormerItems } from './waiting-items.ts';

/** What waits for the user in the scope of the screen: one query for the Dashboard and the sidebar. */
export function useWaiting() {
  const { status } = useSession();
  const { companyId, isKnown } = useScope();
  const { queryKey, queryFn } = callQuery('GET /waiting', { query: { companyId } });
  return useQuery({
    queryKey,
    queryFn: async ({ signal, client }) =>
      withFormerItems(await queryFn({ signal }), client.getQueryData<Waiting>(queryKey)),
    // With an expired session, the call would have no token.
    enabled: isKnown && status === 'in',
  });
}
