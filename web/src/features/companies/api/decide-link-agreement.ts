import { client } from '../../../client/client.ts';
import { useChange } from '../../../client/use-change.ts';
import { COMPANY_PATHS } from './company-paths.ts';

export const useAcceptLinkAgreement = () =>
  useChange(
    (id: number) => client.call('POST /link-agreements/{id}/accept', { params: { id } }),
    COMPANY_PATHS,
  );

export const useEndLinkAgreement = () =>
  useChange((id: number) => client.call('DELETE /link-agreements/{id}', { params: { id } }), COMPANY_PATHS);
