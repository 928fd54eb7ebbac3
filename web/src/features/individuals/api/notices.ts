import { useQuery } from '@tanstack/react-query';
import { client } from '../../../client/client.ts';
import { useCan } from '../../../session/use-session.ts';

/** Purposes of a company with their notices, for those who may read the register. */
export function useNotices(companyId: number) {
  const can = useCan();
  return useQuery({
    queryKey: ['/purposes', { companyId, of: 'notices' }],
    queryFn: ({ signal }) => client.call('GET /purposes', { query: { companyId, limit: 200 }, signal }),
    enabled: can('compliance:read', companyId),
  });
}
