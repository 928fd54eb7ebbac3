import { useQuery } from '@tanstack/react-query';
import { pageQuery } from '../../../client/queries.ts';

interface ApprovalsQuery {
  companyId: number;
  cursor: string | undefined;
}

const LIMIT = 50;

/** One's own requests, and everybody's of a company that one manages; newest first. */
export const useApprovals = ({ companyId, cursor }: ApprovalsQuery) =>
  useQuery(pageQuery('GET /approvals', { query: { companyId, limit: LIMIT, cursor } }));
