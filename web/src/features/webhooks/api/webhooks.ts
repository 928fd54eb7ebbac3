import { useQuery } from '@tanstack/react-query';
import { client } from '../../../client/client.ts';

export const PAGE = 50;

/** A company's webhooks, page by page. */
export const useWebhooks = (companyId: number, cursor: string | undefined) =>
  useQuery({
    queryKey: ['/webhooks', { companyId, cursor }],
    queryFn: ({ signal }) =>
      client.page('GET /webhooks', { query: { companyId, limit: PAGE, cursor }, signal }),
    placeholderData: (previous) => previous,
  });
