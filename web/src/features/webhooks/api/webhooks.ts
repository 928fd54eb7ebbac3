import { useQuery } from '@tanstack/react-query';
import { keptPageQuery } from '../../../client/queries.ts';

export const PAGE = 50;

/** A company's webhooks, page by page. */
export const useWebhooks = (companyId: number, cursor: string | undefined) =>
  useQuery(keptPageQuery('GET /webhooks', { query: { companyId, limit: PAGE, cursor } }));
