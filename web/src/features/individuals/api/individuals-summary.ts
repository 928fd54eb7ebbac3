import { useQuery } from '@tanstack/react-query';
import { callQuery } from '../../../client/queries.ts';

/** Figures over all people of a company. */
export const useIndividualsSummary = (companyId: number) =>
  useQuery(callQuery('GET /individuals/summary', { query: { companyId } }));
