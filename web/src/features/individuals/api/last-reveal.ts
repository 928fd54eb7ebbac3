import { useQuery } from '@tanstack/react-query';
import { client } from '../../../client/client.ts';
import { useCan } from '../../../session/use-session.ts';

/** The search also finds other ids of the same digits, so a few rows are asked for. */
const LOOKED_AT = 10;

/** The newest reveal of a person that was allowed, null when none is known; asked only by those who may read the trail. */
export function useLastReveal(companyId: number, individualId: number) {
  const can = useCan();
  return useQuery({
    queryKey: ['/audit-trail', { companyId, individualId, action: 'field_decrypt' }],
    queryFn: async ({ signal }) => {
      const entries = await client.call('GET /audit-trail', {
        query: { companyId, action: 'field_decrypt', search: `IND_${individualId}`, limit: LOOKED_AT },
        signal,
      });
      // A reveal enters each person alone; older entries of bulk reveals name several, for whom it holds too.
      const names = ({ individualId: only, details }: (typeof entries)[number]) =>
        only === individualId || details.individualIds?.includes(individualId) === true;
      return entries.find((entry) => names(entry) && entry.details.decision !== 'refused') ?? null;
    },
    enabled: can('audit:read'),
  });
}
