import { client } from '../../../client/client.ts';
import { useChange } from '../../../client/use-change.ts';

/** Destroys an expired version. @throws Problem 409 when something is still encrypted under it */
export const useDestroyKey = () =>
  useChange(
    (id: number) => client.call('DELETE /encryption-keys/{id}', { params: { id } }),
    ['/encryption-keys'],
    {
      // A refusal says that the list is old, too.
      alsoWhenRefused: true,
    },
  );
