import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { client } from '../../client/client.ts';
import { callQuery } from '../../client/queries.ts';
import type { RuleChange } from './rule-change.ts';

/** The lists of addresses and of domains. They apply to every company and are not paged. */
export const useAccessControl = () => useQuery(callQuery('GET /admin/access-control'));

/**
 * Adds or removes one rule and refetches both lists. A change that would block the caller's own access fails with 409
 * LOCKS_OUT unless `confirm` is set. The client asks for the password or a second factor if needed.
 */
export function useChangeAccessRule() {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: async (change: RuleChange & { confirm: boolean }) => {
      await send(change);
      // A failed refresh is shown above the rows and does not undo the change.
      await Promise.all(
        ['/admin/access-control', '/waiting'].map((path) =>
          queryClient.invalidateQueries({ queryKey: [path] }),
        ),
      );
    },
  });
}

function send({ kind, action, rule, confirm }: RuleChange & { confirm: boolean }) {
  if (kind === 'ip') {
    const body = { ip: rule, confirm };
    return action === 'add'
      ? client.call('POST /admin/access-control/ip', { body })
      : client.call('DELETE /admin/access-control/ip', { body });
  }
  const body = { domain: rule, confirm };
  return action === 'add'
    ? client.call('POST /admin/access-control/domain', { body })
    : client.call('DELETE /admin/access-control/domain', { body });
}
