import { useQuery } from '@tanstack/react-query';
import { callQuery } from '../../../client/queries.ts';

/** Relationships by pair of companies, over all companies of the user. */
export const useLineagePairs = (mayRead: boolean) =>
  useQuery({
    ...callQuery('GET /data-lineage/analysis'),
    select: (analysis) => analysis.companyPairs,
    enabled: mayRead,
  });
