import { useQuery } from '@tanstack/react-query';
import { callQuery } from '../../../client/queries.ts';

/** Agreements of the companies the user manages; asked only by those who manage some. */
export const useLinkAgreements = (isManager: boolean) =>
  useQuery({ ...callQuery('GET /link-agreements', { query: { limit: 200 } }), enabled: isManager });
