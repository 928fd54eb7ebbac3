import type { CallInput } from '@pii-vault/contract/client';
import type { Webhook } from '@pii-vault/contract/webhooks/webhooks-schema';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { client } from '../../../client/client.ts';
import { SENT_KEPT_MS } from '../../../client/sent-kept.ts';

/** The list and its deliveries are fetched again, also after a refusal: another person may have made the change. */
function useRefresh() {
  const queryClient = useQueryClient();
  return () => queryClient.invalidateQueries({ queryKey: ['/webhooks'] });
}

/** Answers with the secret, for this once; it does not stay in the cache. */
export function useCreateWebhook() {
  const refresh = useRefresh();
  return useMutation({
    mutationFn: (body: CallInput<'POST /webhooks'>['body']) => client.call('POST /webhooks', { body }),
    onSettled: refresh,
    gcTime: SENT_KEPT_MS,
  });
}

/** Only the keys sent change; refused when the webhook was changed since it was read. */
export function useUpdateWebhook({ id, version }: Webhook) {
  const refresh = useRefresh();
  return useMutation({
    mutationFn: (body: CallInput<'PUT /webhooks/{id}'>['body']) =>
      client.call('PUT /webhooks/{id}', { params: { id }, body, ifMatch: version }),
    onSettled: refresh,
  });
}

export function useDeleteWebhook(id: number) {
  const refresh = useRefresh();
  return useMutation({
    mutationFn: () => client.call('DELETE /webhooks/{id}', { params: { id } }),
    // Not awaited: the refreshed list unmounts the panel, and callbacks of an unmounted component do not run.
    onSettled: () => void refresh(),
  });
}

/** Answers with the new secret, for this once, and until when the former one signs too. */
export function useRotateSecret(id: number) {
  return useMutation({
    mutationFn: () => client.call('POST /webhooks/{id}/rotate-secret', { params: { id } }),
    gcTime: SENT_KEPT_MS,
  });
}
