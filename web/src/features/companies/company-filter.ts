import type { Company } from '@pii-vault/contract/companies/companies-schema';

export interface CompanyFilter {
  search: string;
  /** '' for all. */
  tier: string;
  status: string;
}

/** Name or code contains the text, whatever its case, and tier and status are those chosen. */
export function filterCompanies(companies: readonly Company[], filter: CompanyFilter): readonly Company[] {
  const needle = filter.search.trim().toLowerCase();
  return companies.filter(
    (company) =>
      (company.name.toLowerCase().includes(needle) || company.code.toLowerCase().includes(needle)) &&
      (filter.tier === '' || company.tier === filter.tier) &&
      (filter.status === '' || company.status === filter.status),
  );
}
