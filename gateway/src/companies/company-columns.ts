import type { Company } from '@pii-vault/contract/companies/companies-schema';
import type { Columns } from '@pii-vault/platform/core/tables/csv-chunks';

/** CSV columns of the list; several values in a cell are separated by spaces. */
export const companyColumns: Columns<Company> = {
  id: (company) => company.id,
  name: (company) => company.name,
  code: (company) => company.code,
  tier: (company) => company.tier,
  status: (company) => company.status,
  timeZone: (company) => company.timeZone,
  individuals: (company) => company.individuals,
  piiRecords: (company) => company.piiRecords,
  encryptionKeys: (company) => company.encryptionKeys,
  complianceStatus: (company) => company.compliance.status,
  complianceScore: (company) => company.compliance.score,
  dataTypes: (company) => company.dataTypes.join(' '),
  aadhaarStatus: (company) => company.aadhaarStatus,
  lastActivityAt: (company) => company.lastActivityAt,
  createdAt: (company) => company.createdAt,
  updatedAt: (company) => company.updatedAt,
};
