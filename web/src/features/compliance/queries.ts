import type { CallInput } from '@pii-vault/contract/client';
import type { ComplianceReport } from '@pii-vault/contract/compliance-reports/compliance-reports-schema';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { client } from '../../client/client.ts';
import { callQuery, pageQuery } from '../../client/queries.ts';
import { useChange } from '../../client/use-change.ts';
import type { TrendDays } from './compliance.ts';

/** The latest check of each rule. The badges of the shell use the same query. */
export const useComplianceChecks = (companyId: number) =>
  useQuery(callQuery('GET /compliance', { query: { companyId } }));

/** Queries that a run of the checks makes stale. */
const RUN_PATHS = [
  '/compliance/trend',
  '/compliance/history',
  '/companies',
  '/dashboard/metrics',
  '/waiting',
];

/** Collects the facts and evaluates every rule now; takes up to 30 s. */
export function useRunChecks(companyId: number) {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: () => client.call('POST /compliance/run', { body: { companyId } }),
    onSuccess: async (checks) => {
      queryClient.setQueryData(['/compliance', { companyId }], checks);
      await Promise.all(RUN_PATHS.map((path) => queryClient.invalidateQueries({ queryKey: [path] })));
    },
  });
}

/** The latest check of each rule, as CSV. @throws Problem */
export const exportChecks = (companyId: number, signal: AbortSignal) =>
  client.download('GET /compliance/export', { query: { companyId, format: 'csv' }, signal });

const trendDays: Readonly<Record<TrendDays, 7 | 30 | 90>> = { 7: 7, 30: 30, 90: 90 };

/** Results of the company for each regulation, per day in its time zone. */
export const useComplianceTrend = (companyId: number, range: TrendDays) =>
  useQuery({
    ...callQuery('GET /compliance/trend', { query: { companyId, days: trendDays[range] } }),
    placeholderData: (previous) => previous,
  });

const CHECKS_SHOWN = 30;

/** The newest checks of one rule, newest first. */
export const useRuleHistory = (companyId: number, ruleId: string) =>
  useQuery(callQuery('GET /compliance/history', { query: { companyId, ruleId, limit: CHECKS_SHOWN } }));

/** All checks of the rule for the company, as CSV. @throws Problem */
export const exportHistory = (companyId: number, ruleId: string, signal: AbortSignal) =>
  client.download('GET /compliance/history/export', {
    query: { companyId, ruleId, format: 'csv' },
    signal,
  });

const POLL_MS = 1_000;
const isWaiting = ({ status }: ComplianceReport) => status === 'queued';

/** A page of reports, newest first; polled while one is queued. */
export const useReports = (companyId: number, cursor: string | undefined) =>
  useQuery({
    ...pageQuery('GET /compliance/reports', { query: { companyId, limit: 50, cursor } }),
    placeholderData: (previous) => previous,
    refetchInterval: ({ state }) => (state.data?.rows.some(isWaiting) ? POLL_MS : false),
  });

type Wanted = Omit<NonNullable<CallInput<'POST /compliance/reports'>['body']>, 'companyId'>;

export const useCreateReport = (companyId: number) =>
  useChange(
    (wanted: Wanted) =>
      client.call('POST /compliance/reports', {
        body: { ...wanted, companyId },
        idempotencyKey: crypto.randomUUID(),
      }),
    ['/compliance/reports'],
  );

/** The file of a finished report. The download is recorded in the audit trail. @throws Problem */
export const downloadReport = (id: number) =>
  client.download('GET /compliance/reports/{id}/file', { params: { id } });

/** The newest reviews of access: the open one and the last finished one are among them. */
export const useAccessReviews = (companyId: number) =>
  useQuery(callQuery('GET /access-reviews', { query: { companyId, limit: 20 } }));
