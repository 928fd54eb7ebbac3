import { useQuery } from '@tanstack/react-query';
import { callQuery } from '../../../client/queries.ts';
import { hoursOf, type Range } from '../rules/range.ts';

export const useLoginStatistics = (range: Range) =>
  useQuery(callQuery('GET /security/login-statistics', { query: { hours: hoursOf(range) } }));
