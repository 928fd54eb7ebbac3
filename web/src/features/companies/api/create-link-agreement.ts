import { client } from '../../../client/client.ts';
import { useChange } from '../../../client/use-change.ts';
import { COMPANY_PATHS } from './company-paths.ts';

export interface NewLinkAgreement {
  companyId: number;
  otherCompanyId: number;
  purpose: string;
  includeAadhaar?: boolean | undefined;
  disclosureDelay?: number | undefined;
  includesHealthData?: boolean | undefined;
}

export const useCreateLinkAgreement = () =>
  useChange((body: NewLinkAgreement) => client.call('POST /link-agreements', { body }), COMPANY_PATHS);
