import { useQuery } from '@tanstack/react-query';
import { client } from '../../../client/client.ts';

/** Why two records were joined. Each look is an entry of the audit trail, so it is asked for once. */
export const useExplanation = (id: number) =>
  useQuery({
    queryKey: ['/data-lineage/entries/{id}/explain', { id }],
    queryFn: ({ signal }) =>
      client.call('GET /data-lineage/entries/{id}/explain', { params: { id }, signal }),
  });
