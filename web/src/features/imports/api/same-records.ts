import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { client } from '../../../client/client.ts';

/** People that a finished import changed and who have other records in its company. */
export const useSameRecords = (id: number, cursor: string | undefined, isEnabled: boolean) =>
  useQuery({
    queryKey: ['/imports/{id}/same-records', { id, cursor }],
    queryFn: ({ signal }) =>
      client.page('GET /imports/{id}/same-records', { params: { id }, query: { limit: 20, cursor }, signal }),
    placeholderData: keepPreviousData,
    enabled: isEnabled,
  });
