import { useQuery } from '@tanstack/react-query';
import { client } from '../../../client/client.ts';
import { hoursOf, type Range } from '../rules/range.ts';

export const useLoginStatistics = (range: Range) =>
  useQuery({
    queryKey: ['/security/login-statistics', range],
    queryFn: ({ signal }) =>
      client.call('GET /security/login-statistics', { query: { hours: hoursOf(range) }, signal }),
  });
