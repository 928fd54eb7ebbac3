import type { Answer } from '@pii-vault/contract/client';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { allPages } from '../../../client/all-pages.ts';
import { client } from '../../../client/client.ts';
import type { Report } from '../../../ui/data-table/use-file-export.tsx';

/** Rows that were rejected, in file order; `rejected` is part of the key, so that new ones are fetched. */
export const useImportErrors = (id: number, cursor: string | undefined, rejected: number) =>
  useQuery({
    queryKey: ['/imports/{id}/errors', { id, cursor, rejected }],
    queryFn: ({ signal }) =>
      client.page('GET /imports/{id}/errors', { params: { id }, query: { limit: 20, cursor }, signal }),
    placeholderData: keepPreviousData,
  });

type RowErrors = Answer<'GET /imports/{id}/errors'>;

/** All of them, page after page; `report` gets the rows so far. @throws Problem */
export const allImportErrors = (id: number, report: Report, signal: AbortSignal): Promise<RowErrors> =>
  allPages(
    (cursor) =>
      client.page('GET /imports/{id}/errors', { params: { id }, query: { limit: 200, cursor }, signal }),
    report,
  );
