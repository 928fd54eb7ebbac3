import { useQuery } from '@tanstack/react-query';
import { client } from '../../../client/client.ts';
import { keptPageQuery } from '../../../client/queries.ts';
import { useChange } from '../../../client/use-change.ts';
import { PAGE } from '../components/register-table.tsx';

export const useAccessReviews = (companyId: number, cursor: string | undefined) =>
  useQuery(keptPageQuery('GET /access-reviews', { query: { companyId, limit: PAGE, cursor } }));

/** Records that the caller went through the privileged users now. */
export const useRecordReview = () =>
  useChange(
    (companyId: number) => client.call('POST /access-reviews', { body: { companyId } }),
    ['/access-reviews', '/dashboard/attention'],
  );
