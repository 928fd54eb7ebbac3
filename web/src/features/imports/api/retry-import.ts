import { client } from '../../../client/client.ts';
import { useChange } from '../../../client/use-change.ts';

/** Tries a paused import at once. */
export const useRetryImport = (id: number) =>
  useChange(
    () => client.call('POST /imports/{id}/retry', { params: { id } }),
    ['/imports', '/imports/{id}'],
    {
      inBackground: true,
    },
  );
