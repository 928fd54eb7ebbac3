import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { client } from '../../../client/client.ts';

/** Rows that were rejected, in file order; `rejected` is part of the key, so that new ones are fetched. */
export const useImportErrors = (id: number, cursor: string | undefined, rejected: number) =>
  useQuery({
    queryKey: ['/imports/{id}/errors', { id, cursor, rejected }],
    queryFn: ({ signal }) =>
      client.page('GET /imports/{id}/errors', { params: { id }, query: { limit: 20, cursor }, signal }),
    placeholderData: keepPreviousData,
  });
