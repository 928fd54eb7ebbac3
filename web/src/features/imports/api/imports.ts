import { useQuery } from '@tanstack/react-query';
import { callQuery, pageQuery } from '../../../client/queries.ts';
import { isUnderWay } from '../rules/import-status.ts';

const POLL_MS = 1000;

/** Imports of a company, newest first; polled while one of them runs. */
export const useImports = (companyId: number, cursor: string | undefined) =>
  useQuery({
    ...pageQuery('GET /imports', { query: { companyId, limit: 10, cursor } }),
    refetchInterval: (query) => (query.state.data?.rows.some(isUnderWay) ? POLL_MS : false),
  });

/** One import; polled while it runs. */
export const useImport = (id: number) =>
  useQuery({
    ...callQuery('GET /imports/{id}', { params: { id } }),
    refetchInterval: (query) => (query.state.data && isUnderWay(query.state.data) ? POLL_MS : false),
  });
