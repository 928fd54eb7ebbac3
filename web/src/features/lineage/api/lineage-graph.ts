import { useQuery } from '@tanstack/react-query';
import { callQuery } from '../../../client/queries.ts';

/** The strongest relationships of a company and the people they join, at most `nodes` people. */
export const useLineageGraph = (query: { companyId: number; nodes: number }, isWanted: boolean) =>
  useQuery({ ...callQuery('GET /data-lineage', { query }), enabled: isWanted });
