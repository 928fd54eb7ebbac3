import type { AuditTrailEntry } from '@pii-vault/contract/audit-trail/audit-trail-schema';
import { useQuery } from '@tanstack/react-query';
import { client } from '../../../client/client.ts';
import { useCan } from '../../../session/use-session.ts';

/** The most that one page holds: the search also finds other ids of the same digits. */
const LOOKED_AT = 200;

const isAbout = ({ individualId, details }: AuditTrailEntry, id: number): boolean =>
  individualId === id || details.individualIds?.includes(id) === true;

/** Reveals of a person in a company, allowed and refused, newest first; asked only by those who may read the trail. */
export function useReveals(companyId: number, individualId: number) {
  const can = useCan();
  return useQuery({
    queryKey: ['/audit-trail', { companyId, individualId, action: 'field_decrypt' }],
    queryFn: async ({ signal }) => {
      const { rows, next } = await client.page('GET /audit-trail', {
        query: { companyId, action: 'field_decrypt', search: `IND_${individualId}`, limit: LOOKED_AT },
        signal,
      });
      // A reveal has one entry per person. Older entries of bulk reveals name several people and count for each.
      return { rows: rows.filter((entry) => isAbout(entry, individualId)), hasMore: next !== undefined };
    },
    enabled: can('audit:read', companyId),
  });
}
