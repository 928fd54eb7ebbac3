import { useQuery } from '@tanstack/react-query';
import { callQuery } from '../../../client/queries.ts';

/** The latest check per rule, over all companies of the user. */
export const useComplianceChecks = (mayRead: boolean) =>
  useQuery({ ...callQuery('GET /compliance'), enabled: mayRead });
