import { useQuery } from '@tanstack/react-query';
import { client } from '../../../client/client.ts';
import { hoursOf, type Range } from '../rules/range.ts';

/** Patterns of attack, and the blocked addresses for a super admin. */
export const useThreats = (range: Range) =>
  useQuery({
    queryKey: ['/security/threats', range],
    queryFn: ({ signal }) =>
      client.call('GET /security/threats', { query: { hours: hoursOf(range) }, signal }),
  });
