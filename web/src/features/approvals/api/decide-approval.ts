import { client } from '../../../client/client.ts';
import { useChange } from '../../../client/use-change.ts';

/** Approves or refuses; the client asks for the password where it is needed. */
export const useDecideApproval = () =>
  useChange(
    ({ id, isApproved }: { id: number; isApproved: boolean }) =>
      isApproved
        ? client.call('POST /approvals/{id}/approve', { params: { id } })
        : client.call('POST /approvals/{id}/refuse', { params: { id } }),
    ['/approvals', '/dashboard/attention'],
    {
      // Also after a refusal by the server: another person may have decided meanwhile.
      alsoWhenRefused: true,
    },
  );
