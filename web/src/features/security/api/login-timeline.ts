import { useQuery } from '@tanstack/react-query';
import { callQuery } from '../../../client/queries.ts';
import { hoursOf, type Range } from '../rules/range.ts';

export const useLoginTimeline = (range: Range) =>
  useQuery(callQuery('GET /security/login-timeline', { query: { hours: hoursOf(range) } }));
