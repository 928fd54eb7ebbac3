import type { CallInput } from '@pii-vault/contract/client';
import type { Delivery, Webhook } from '@pii-vault/contract/webhooks/webhooks-schema';
import { useInfiniteQuery, useMutation, useQuery } from '@tanstack/react-query';
import { allPages } from '../../client/all-pages.ts';
import { client } from '../../client/client.ts';
import { keptPageQuery } from '../../client/queries.ts';
import { SENT_KEPT_MS } from '../../client/sent-kept.ts';
import { useChange } from '../../client/use-change.ts';

export const WEBHOOKS_PAGE = 50;

/** The dashboard counts failing webhooks. */
const WEBHOOK_PATHS = ['/webhooks', '/waiting'];

export const useWebhooks = (companyId: number, cursor: string | undefined) =>
  useQuery(keptPageQuery('GET /webhooks', { query: { companyId, limit: WEBHOOKS_PAGE, cursor } }));

/** Answers once with the secret, which does not stay in the cache. */
export const useCreateWebhook = () =>
  useChange(
    (body: CallInput<'POST /webhooks'>['body']) => client.call('POST /webhooks', { body }),
    ['/webhooks'],
    { alsoWhenRefused: true, gcTime: SENT_KEPT_MS },
  );

/** Changes only the keys sent; refused if the webhook changed since `version`. */
export const useUpdateWebhook = ({ id, version }: Webhook) =>
  useChange(
    (body: CallInput<'PUT /webhooks/{id}'>['body']) =>
      client.call('PUT /webhooks/{id}', { params: { id }, body, ifMatch: version }),
    WEBHOOK_PATHS,
    { alsoWhenRefused: true },
  );

export const useDeleteWebhook = (id: number) =>
  useChange(() => client.call('DELETE /webhooks/{id}', { params: { id } }), WEBHOOK_PATHS, {
    alsoWhenRefused: true,
    inBackground: true,
  });

/** Answers once with the new secret, and with the time until which the previous one signs too. */
export function useRotateSecret(id: number) {
  return useMutation({
    mutationFn: () => client.call('POST /webhooks/{id}/rotate-secret', { params: { id } }),
    gcTime: SENT_KEPT_MS,
  });
}

type Status = Delivery['status'] | '';

const DELIVERIES = '/webhooks/{id}/deliveries';

const REPLAY_PATHS = [DELIVERIES, ...WEBHOOK_PATHS];

const DELIVERIES_PAGE = 20;

const POLL_MS = 5000;

/** Deliveries of a webhook, newest first; polled while the newest page has a pending one. */
export const useDeliveries = (id: number, status: Status) =>
  useInfiniteQuery({
    queryKey: [DELIVERIES, { id, status }],
    queryFn: ({ signal, pageParam }) =>
      client.page('GET /webhooks/{id}/deliveries', {
        params: { id },
        query: { status: status === '' ? undefined : status, limit: DELIVERIES_PAGE, cursor: pageParam },
        signal,
      }),
    initialPageParam: undefined as string | undefined,
    getNextPageParam: ({ next }) => next,
    refetchInterval: ({ state }) =>
      state.data?.pages[0]?.rows.some((row) => row.status === 'pending') ? POLL_MS : false,
  });

const replay = (webhookId: number, deliveryId: number, signal?: AbortSignal) =>
  client.call('POST /webhooks/{id}/deliveries/{deliveryId}/replay', {
    params: { id: webhookId, deliveryId },
    ...(signal ? { signal } : {}),
  });

/** Sends one delivery again, with the same message id. */
export const useReplay = (webhookId: number) =>
  useChange((deliveryId: number) => replay(webhookId, deliveryId), REPLAY_PATHS, {
    alsoWhenRefused: true,
  });

/** Ids of all failed deliveries of a webhook. All are read before the first replay, which changes the list. */
async function failedIds(id: number): Promise<number[]> {
  const rows = await allPages((cursor) =>
    client.page('GET /webhooks/{id}/deliveries', {
      params: { id },
      query: { status: 'dead', limit: 200, cursor },
    }),
  );
  return rows.map((row) => row.id);
}

/** Sends each failed delivery again, oldest first; answers with their number. Stops at the first refusal. */
export const useReplayFailed = (webhookId: number) =>
  useChange(
    async () => {
      const ids = await failedIds(webhookId);
      for (const id of ids.toReversed()) await replay(webhookId, id);
      return ids.length;
    },
    REPLAY_PATHS,
    { alsoWhenRefused: true },
  );
