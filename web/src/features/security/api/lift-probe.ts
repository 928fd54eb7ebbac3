import { client } from '../../../client/client.ts';
import { useChange } from '../../../client/use-change.ts';

/** Lets the records of a stopped credential be linked again. The client asks for the password where it is not fresh. */
export const useLiftProbe = () =>
  useChange(
    (id: number) => client.call('POST /security/probes/{id}/lift', { params: { id } }),
    ['/security/threats'],
  );
