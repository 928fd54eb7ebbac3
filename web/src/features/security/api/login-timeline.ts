import { useQuery } from '@tanstack/react-query';
import { client } from '../../../client/client.ts';
import { hoursOf, type Range } from '../rules/range.ts';

export const useLoginTimeline = (range: Range) =>
  useQuery({
    queryKey: ['/security/login-timeline', range],
    queryFn: ({ signal }) =>
      client.call('GET /security/login-timeline', { query: { hours: hoursOf(range) }, signal }),
  });
