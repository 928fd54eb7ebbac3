import { useQuery } from '@tanstack/react-query';
import { callQuery } from '../../../client/queries.ts';

/** What the user may still see today in the company. */
export const useRevealBudget = (companyId: number) =>
  useQuery(callQuery('GET /reveal-budget', { query: { companyId } }));
