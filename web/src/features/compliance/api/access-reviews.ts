import { useQuery } from '@tanstack/react-query';
import { client } from '../../../client/client.ts';
import { callQuery } from '../../../client/queries.ts';
import { useChange } from '../../../client/use-change.ts';

/** When somebody last went through the privileged users, newest first. */
export const useAccessReviews = (companyId: number) =>
  useQuery(callQuery('GET /access-reviews', { query: { companyId, limit: 1 } }));

export const useRecordReview = (companyId: number) =>
  useChange(
    () => client.call('POST /access-reviews', { body: { companyId }, idempotencyKey: crypto.randomUUID() }),
    ['/access-reviews', '/dashboard/attention'],
  );
