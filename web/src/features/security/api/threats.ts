import { useQuery } from '@tanstack/react-query';
import { callQuery } from '../../../client/queries.ts';
import { hoursOf, type Range } from '../rules/range.ts';

/** Patterns of attack, and the blocked addresses for a super admin. */
export const useThreats = (range: Range) =>
  useQuery(callQuery('GET /security/threats', { query: { hours: hoursOf(range) } }));
