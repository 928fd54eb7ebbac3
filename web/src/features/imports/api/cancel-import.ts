import { client } from '../../../client/client.ts';
import { useChange } from '../../../client/use-change.ts';

/** Stops an import; the people written so far stay. */
export const useCancelImport = (id: number) =>
  useChange(
    () => client.call('DELETE /imports/{id}', { params: { id } }),
    ['/imports', '/imports/{id}', '/dashboard/attention'],
    {
      inBackground: true,
    },
  );
