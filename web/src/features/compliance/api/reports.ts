import type { CallInput } from '@pii-vault/contract/client';
import type { ComplianceReport } from '@pii-vault/contract/compliance-reports/compliance-reports-schema';
import { useQuery } from '@tanstack/react-query';
import { client } from '../../../client/client.ts';
import { pageQuery } from '../../../client/queries.ts';
import { useChange } from '../../../client/use-change.ts';

const POLL_MS = 1_000;
const isWaiting = ({ status }: ComplianceReport) => status === 'queued';

/** A page of reports, newest first; asked for each second while one is being made. */
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

/** The file of a finished report; its download is entered in the trail. @throws Problem */
export const downloadReport = (id: number) =>
  client.download('GET /compliance/reports/{id}/file', { params: { id } });
