import type { Individual } from '@pii-vault/contract/individuals/individuals-schema';
import type { Columns } from '@pii-vault/platform/core/tables/csv-chunks';

const own = (person: Individual) =>
  person.piiFields.filter(({ companyId }) => companyId === person.companyId);

/** CSV columns of the list: a person in one company per row; several values in a cell are separated by spaces. */
export const individualColumns: Columns<Individual> = {
  id: (person) => person.id,
  masterKey: (person) => person.masterKey,
  companyId: (person) => person.companyId,
  companyName: (person) => person.crossCompanyData.companies.find(({ id }) => id === person.companyId)?.name,
  dataQualityScore: (person) => person.dataQualityScore,
  completenessPercentage: (person) => person.completenessPercentage,
  fieldTypes: (person) =>
    own(person)
      .map(({ fieldType }) => fieldType)
      .join(' '),
  linkedCompaniesCount: (person) => person.linkedCompaniesCount,
  linkedCompanyIds: (person) => person.crossCompanyData.companies.map(({ id }) => id).join(' '),
  externalId: (person) =>
    person.externalIds?.find(({ companyId }) => companyId === person.companyId)?.externalId,
  createdAt: (person) => person.createdAt,
  updatedAt: (person) => person.updatedAt,
};
