import { useQuery } from '@tanstack/react-query';
import { client } from '../../../client/client.ts';
import { callQuery } from '../../../client/queries.ts';

const CHECKS_SHOWN = 30;

/** The newest checks of one rule, newest first. */
export const useRuleHistory = (companyId: number, ruleId: string) =>
  useQuery(callQuery('GET /compliance/history', { query: { companyId, ruleId, limit: CHECKS_SHOWN } }));

/** Every check of the rule that was made for the company, as CSV. @throws Problem */
export const exportHistory = (companyId: number, ruleId: string, signal: AbortSignal) =>
  client.download('GET /compliance/history/export', {
    query: { companyId, ruleId, format: 'csv' },
    signal,
  });
