import { useQuery } from '@tanstack/react-query';
import { callQuery } from '../../../client/queries.ts';

/** Figures over all companies of the user. */
export const useCompaniesSummary = () => useQuery(callQuery('GET /companies/summary'));
