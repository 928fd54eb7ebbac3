import type { LinkAgreement } from '@pii-vault/contract/link-agreements/link-agreements-schema';
import type { Columns } from '@pii-vault/platform/core/tables/csv-chunks';

/** CSV columns of the list. */
export const agreementColumns: Columns<LinkAgreement> = {
  id: (agreement) => agreement.id,
  companyId: (agreement) => agreement.companyId,
  company: (agreement) => agreement.companyName,
  otherCompanyId: (agreement) => agreement.otherCompanyId,
  otherCompany: (agreement) => agreement.otherCompanyName,
  purpose: (agreement) => agreement.purpose,
  includeAadhaar: (agreement) => String(agreement.includeAadhaar),
  disclosureDelay: (agreement) => agreement.disclosureDelay,
  includesHealthData: (agreement) => String(agreement.includesHealthData),
  status: (agreement) => agreement.status,
  isLive: (agreement) => String(agreement.isLive),
  startsAt: (agreement) => agreement.startsAt,
  endsAt: (agreement) => agreement.endsAt,
  acceptedAt: (agreement) => agreement.acceptedAt,
  endedAt: (agreement) => agreement.endedAt,
  createdAt: (agreement) => agreement.createdAt,
};
