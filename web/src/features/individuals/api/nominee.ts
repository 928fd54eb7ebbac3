import type { CallInput } from '@pii-vault/contract/client';
import type { Nomination } from '@pii-vault/contract/principals/principals-schema';
import { useMutation } from '@tanstack/react-query';
import { client } from '../../../client/client.ts';
import { SENT_KEPT_MS } from '../../../client/sent-kept.ts';

/** Raw values are given for this purpose alone. */
const RAW_FOR = 'nomination';

/** Reads a nomination when a user asks for it: every read is audited. The answer does not stay in a cache. */
export function useReadNominee(id: number, companyId: number) {
  return useMutation({
    mutationFn: (isRaw: boolean): Promise<Nomination> =>
      client.call('GET /individuals/{id}/nominee', {
        params: { id },
        query: { companyId, purpose: isRaw ? RAW_FOR : undefined },
      }),
    gcTime: SENT_KEPT_MS,
  });
}

/** Replaces a nomination as a whole; answers with the masked one. */
export function useSetNominee(id: number) {
  return useMutation({
    mutationFn: (body: CallInput<'PUT /individuals/{id}/nominee'>['body']) =>
      client.call('PUT /individuals/{id}/nominee', { params: { id }, body }),
    gcTime: SENT_KEPT_MS,
  });
}
