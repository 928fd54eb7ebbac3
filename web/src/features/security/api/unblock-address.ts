import { client } from '../../../client/client.ts';
import { useChange } from '../../../client/use-change.ts';

/** The client asks for the password where it was not given within five minutes. */
export const useUnblockAddress = () =>
  useChange(
    (ipAddress: string) => client.call('DELETE /security/blocked-ips', { body: { ipAddress } }),
    ['/security/threats'],
  );
