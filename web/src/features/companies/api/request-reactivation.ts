import { client } from '../../../client/client.ts';
import { useChange } from '../../../client/use-change.ts';
import { COMPANY_PATHS } from './company-paths.ts';

export const useRefuseReactivation = (id: number) =>
  useChange(
    () => client.call('POST /companies/{id}/reactivation-requests/refuse', { params: { id } }),
    COMPANY_PATHS,
    { alsoWhenRefused: true },
  );

/** The list is fetched again also after a refusal: somebody else may have requested it. */
export const useRequestReactivation = (id: number) =>
  useChange(
    (body: { reason: string }) =>
      client.call('POST /companies/{id}/reactivation-requests', { params: { id }, body }),
    COMPANY_PATHS,
    { alsoWhenRefused: true },
  );
