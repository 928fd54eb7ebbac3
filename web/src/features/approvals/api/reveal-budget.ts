import { useQuery } from '@tanstack/react-query';
import { client } from '../../../client/client.ts';

/** What the user may still see today in the company. */
export const useRevealBudget = (companyId: number) =>
  useQuery({
    queryKey: ['/reveal-budget', { companyId }],
    queryFn: ({ signal }) => client.call('GET /reveal-budget', { query: { companyId }, signal }),
  });
