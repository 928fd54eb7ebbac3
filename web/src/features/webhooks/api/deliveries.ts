import type { Delivery } from '@pii-vault/contract/webhooks/webhooks-schema';
import { useInfiniteQuery } from '@tanstack/react-query';
import { allPages } from '../../../client/all-pages.ts';
import { client } from '../../../client/client.ts';
import { useChange } from '../../../client/use-change.ts';

type Status = Delivery['status'] | '';

const POLL_MS = 5000;
const PAGE = 20;
const path = '/webhooks/{id}/deliveries';

/** What was sent to a webhook, newest first; polled while the newest page has one that is still to be sent. */
export const useDeliveries = (id: number, status: Status) =>
  useInfiniteQuery({
    queryKey: [path, { id, status }],
    queryFn: ({ signal, pageParam }) =>
      client.page('GET /webhooks/{id}/deliveries', {
        params: { id },
        query: { status: status === '' ? undefined : status, limit: PAGE, cursor: pageParam },
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

/** Sends one delivery once more, under the same message id. */
export const useReplay = (webhookId: number) =>
  useChange((deliveryId: number) => replay(webhookId, deliveryId), [path], { alsoWhenRefused: true });

/** Ids of all failed deliveries of a webhook. They are read first: a replayed one leaves this list. */
async function failedIds(id: number): Promise<number[]> {
  const rows = await allPages((cursor) =>
    client.page('GET /webhooks/{id}/deliveries', {
      params: { id },
      query: { status: 'dead', limit: 200, cursor },
    }),
  );
  return rows.map((row) => row.id);
}

/** Sends every failed delivery once more, the oldest first; answers with their number. Stops at the first refusal. */
export const useReplayFailed = (webhookId: number) =>
  useChange(
    async () => {
      const ids = await failedIds(webhookId);
      for (const id of ids.toReversed()) await replay(webhookId, id);
      return ids.length;
    },
    [path],
    { alsoWhenRefused: true },
  );
