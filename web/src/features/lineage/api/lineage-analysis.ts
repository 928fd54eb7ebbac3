import { useQuery } from '@tanstack/react-query';
import { callQuery } from '../../../client/queries.ts';

/** Where the relationships of a company lie, how sure they are, and what waits longest for a decision. */
export const useLineageAnalysis = (companyId: number) =>
  useQuery(callQuery('GET /data-lineage/analysis', { query: { companyId } }));
