import type { CallInput } from '@pii-vault/contract/client';
import type { Webhook } from '@pii-vault/contract/webhooks/webhooks-schema';
import { useMutation } from '@tanstack/react-query';
import { client } from '../../../client/client.ts';
import { SENT_KEPT_MS } from '../../../client/sent-kept.ts';
import { useChange } from '../../../client/use-change.ts';

/** Answers with the secret, for this once; it does not stay in the cache. */
export const useCreateWebhook = () =>
  useChange(
    (body: CallInput<'POST /webhooks'>['body']) => client.call('POST /webhooks', { body }),
    ['/webhooks'],
    { alsoWhenRefused: true, gcTime: SENT_KEPT_MS },
  );

/** Only the keys sent change; refused when the webhook was changed since it was read. */
export const useUpdateWebhook = ({ id, version }: Webhook) =>
  useChange(
    (body: CallInput<'PUT /webhooks/{id}'>['body']) =>
      client.call('PUT /webhooks/{id}', { params: { id }, body, ifMatch: version }),
    ['/webhooks'],
    { alsoWhenRefused: true },
  );

export const useDeleteWebhook = (id: number) =>
  useChange(() => client.call('DELETE /webhooks/{id}', { params: { id } }), ['/webhooks'], {
    alsoWhenRefused: true,
    inBackground: true,
  });

/** Answers with the new secret, for this once, and until when the former one signs too. */
export function useRotateSecret(id: number) {
  return useMutation({
    mutationFn: () => client.call('POST /webhooks/{id}/rotate-secret', { params: { id } }),
    gcTime: SENT_KEPT_MS,
  });
}
