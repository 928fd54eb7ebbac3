import { client } from '../../../client/client.ts';
import { useChange } from '../../../client/use-change.ts';

/** Refetches the list only: the deleted user answers 404. */
export const useDeleteUser = (id: number) =>
  useChange(() => client.call('DELETE /users/{id}', { params: { id } }), ['/users']);
