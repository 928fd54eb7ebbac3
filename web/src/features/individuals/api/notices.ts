import { useQuery } from '@tanstack/react-query';
import { callQuery } from '../../../client/queries.ts';
import { useCan } from '../../../session/use-session.ts';

/** Purposes of a company with their notices, for those who may read the register. */
export function useNotices(companyId: number) {
  const can = useCan();
  return useQuery({
    ...callQuery('GET /purposes', { query: { companyId, limit: 200 } }),
    enabled: can('compliance:read', companyId),
  });
}
