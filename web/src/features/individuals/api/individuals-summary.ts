import { useQuery } from '@tanstack/react-query';
import { client } from '../../../client/client.ts';

/** Figures over all people of a company. */
export const useIndividualsSummary = (companyId: number) =>
  useQuery({
    queryKey: ['/individuals/summary', { companyId }],
    queryFn: ({ signal }) => client.call('GET /individuals/summary', { query: { companyId }, signal }),
  });
