import { useQuery } from '@tanstack/react-query';
import { callQuery } from '../../../client/queries.ts';

/** What the user may still see today in the company: of all purposes, or of one. */
export const useRevealBudget = (companyId: number, purpose: string | undefined) =>
  useQuery(callQuery('GET /reveal-budget', { query: { companyId, purpose } }));
