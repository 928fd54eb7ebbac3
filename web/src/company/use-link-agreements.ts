import { useQuery } from '@tanstack/react-query';
import { allPagesQuery } from '../client/queries.ts';

/** Agreements of the companies that the user manages, all pages; no call for a user who manages none. */
export const useLinkAgreements = (isManager: boolean) =>
  useQuery({ ...allPagesQuery('GET /link-agreements'), enabled: isManager });
