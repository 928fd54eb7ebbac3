import type { Decision } from '@pii-vault/contract/data-lineage/data-lineage-schema';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { client } from '../../../client/client.ts';

/** What a decision makes stale: the relationships, their count, and the companies that hold a person. */
const paths = [
  '/data-lineage',
  '/data-lineage/analysis',
  '/data-lineage/entries',
  '/data-lineage/entries/{id}/explain',
  '/data-lineage/summary',
  '/dashboard/attention',
  '/dashboard/metrics',
  '/duplicates',
  '/individuals',
];

/**
 * Says for ever that two records are, or are not, one person: of the entry as it was read, which is fetched again,
 * also after a refusal.
 */
export function useDecideEntry({ id, version }: { id: number; version: number }) {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: (body: { verificationStatus: Decision; note: string }) =>
      client.call('POST /data-lineage/entries/{id}/decision', { params: { id }, body, ifMatch: version }),
    onSettled: async () => {
      await Promise.all(paths.map((path) => queryClient.invalidateQueries({ queryKey: [path] })));
    },
  });
}
