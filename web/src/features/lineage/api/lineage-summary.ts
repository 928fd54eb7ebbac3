import { useQuery } from '@tanstack/react-query';
import { callQuery } from '../../../client/queries.ts';

/** Figures over all relationships of a company, not over a page. */
export const useLineageSummary = (companyId: number) =>
  useQuery(callQuery('GET /data-lineage/summary', { query: { companyId } }));
