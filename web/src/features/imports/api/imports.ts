import { useQuery } from '@tanstack/react-query';
import { client } from '../../../client/client.ts';
import { isUnderWay } from '../rules/import-status.ts';

const POLL_MS = 1000;

/** Imports of a company, newest first; polled while one of them runs. */
export const useImports = (companyId: number, cursor: string | undefined) =>
  useQuery({
    queryKey: ['/imports', { companyId, cursor }],
    queryFn: ({ signal }) => client.page('GET /imports', { query: { companyId, limit: 10, cursor }, signal }),
    refetchInterval: (query) => (query.state.data?.rows.some(isUnderWay) ? POLL_MS : false),
  });

/** One import; polled while it runs. */
export const useImport = (id: number) =>
  useQuery({
    queryKey: ['/imports/{id}', { id }],
    queryFn: ({ signal }) => client.call('GET /imports/{id}', { params: { id }, signal }),
    refetchInterval: (query) => (query.state.data && isUnderWay(query.state.data) ? POLL_MS : false),
  });
