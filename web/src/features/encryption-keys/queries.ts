import { useQuery } from '@tanstack/react-query';
import { client } from '../../client/client.ts';
import { callQuery } from '../../client/queries.ts';
import { useChange } from '../../client/use-change.ts';

const POLL_MS = 1000;
const SHOWN = 20;

/** The newest rotations of one company, or of all companies of the user; polled while one is running. */
export const useRotations = (companyId: number | undefined) =>
  useQuery({
    ...callQuery('GET /encryption-keys/rotations', { query: { companyId, limit: SHOWN } }),
    refetchInterval: ({ state }) =>
      state.data?.some(({ status }) => status === 'running') ? POLL_MS : false,
  });

/** Destroys an expired version. @throws Problem 409 while data is still encrypted under it */
export const useDestroyKey = () =>
  useChange(
    (id: number) => client.call('DELETE /encryption-keys/{id}', { params: { id } }),
    ['/encryption-keys', '/waiting'],
    {
      // A refusal means that the shown list is outdated.
      alsoWhenRefused: true,
    },
  );
