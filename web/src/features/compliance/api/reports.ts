import type { CallInput } from '@pii-vault/contract/client';
import type { ComplianceReport } from '@pii-vault/contract/compliance-reports/compliance-reports-schema';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { client } from '../../../client/client.ts';

const POLL_MS = 1_000;
const isWaiting = ({ status }: ComplianceReport) => status === 'queued';

/** A page of reports, newest first; asked for each second while one is being made. */
export const useReports = (companyId: number, cursor: string | undefined) =>
  useQuery({
    queryKey: ['/compliance/reports', { companyId, cursor }],
    queryFn: ({ signal }) =>
      client.page('GET /compliance/reports', { query: { companyId, limit: 50, cursor }, signal }),
    placeholderData: (previous) => previous,
    refetchInterval: ({ state }) => (state.data?.rows.some(isWaiting) ? POLL_MS : false),
  });

type Wanted = Omit<NonNullable<CallInput<'POST /compliance/reports'>['body']>, 'companyId'>;

export function useCreateReport(companyId: number) {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: (wanted: Wanted) =>
      client.call('POST /compliance/reports', {
        body: { ...wanted, companyId },
        idempotencyKey: crypto.randomUUID(),
      }),
    onSuccess: () => queryClient.invalidateQueries({ queryKey: ['/compliance/reports'] }),
  });
}

/** The file of a finished report; its download is entered in the trail. @throws Problem */
export const downloadReport = (id: number) =>
  client.download('GET /compliance/reports/{id}/file', { params: { id } });
