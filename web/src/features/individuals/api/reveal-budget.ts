import { useQuery } from '@tanstack/react-query';
import { client } from '../../../client/client.ts';

/** What the user may still see today in the company: of all purposes, or of one. */
export const useRevealBudget = (companyId: number, purpose: string | undefined) =>
  useQuery({
    queryKey: ['/reveal-budget', { companyId, purpose }],
    queryFn: ({ signal }) => client.call('GET /reveal-budget', { query: { companyId, purpose }, signal }),
  });
