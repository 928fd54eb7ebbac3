import { useQuery } from '@tanstack/react-query';
import { callQuery } from '../../../client/queries.ts';

const POLL_MS = 1000;
const SHOWN = 20;

/** The newest rotations of a company, or of all of the caller's; polled while one of them runs. */
export const useRotations = (companyId: number | undefined) =>
  useQuery({
    ...callQuery('GET /encryption-keys/rotations', { query: { companyId, limit: SHOWN } }),
    refetchInterval: ({ state }) =>
      state.data?.some(({ status }) => status === 'running') ? POLL_MS : false,
  });
