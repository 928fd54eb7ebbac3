import { useQuery } from '@tanstack/react-query';
import { client } from '../../../client/client.ts';

/**
 * Why two records were joined. Each look is an entry of the audit trail, so it is asked for once. @param purpose '' =
 * none stated
 */
export const useExplanation = (id: number, purpose: string) =>
  useQuery({
    queryKey: ['/data-lineage/entries/{id}/explain', { id, purpose }],
    queryFn: ({ signal }) =>
      client.call('GET /data-lineage/entries/{id}/explain', {
        params: { id },
        query: purpose === '' ? {} : { purpose },
        signal,
      }),
  });
