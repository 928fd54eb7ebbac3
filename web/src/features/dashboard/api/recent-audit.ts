import { useQuery } from '@tanstack/react-query';
import { pageQuery } from '../../../client/queries.ts';

const ENTRIES = 6;

/** The newest entries of the trail that the user may read. */
export const useRecentAudit = (isWanted: boolean) =>
  useQuery({
    ...pageQuery('GET /audit-trail', { query: { limit: ENTRIES } }),
    select: (page) => page.rows,
    enabled: isWanted,
  });
