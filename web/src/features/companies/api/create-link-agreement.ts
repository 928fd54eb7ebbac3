import { useMutation } from '@tanstack/react-query';
import { client } from '../../../client/client.ts';
import { useInvalidateCompanies } from './invalidate-companies.ts';

export interface NewLinkAgreement {
  companyId: number;
  otherCompanyId: number;
  purpose: string;
  includeAadhaar?: boolean | undefined;
  disclosureDelay?: number | undefined;
  includesHealthData?: boolean | undefined;
}

export function useCreateLinkAgreement() {
  const onSuccess = useInvalidateCompanies();
  return useMutation({
    mutationFn: (body: NewLinkAgreement) => client.call('POST /link-agreements', { body }),
    onSuccess,
  });
}
