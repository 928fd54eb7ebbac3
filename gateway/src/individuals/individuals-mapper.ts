import type { Individual, PiiField } from '@pii-vault/contract/individuals/individuals-schema';
import { fieldTypes } from '@pii-vault/contract/scalars';
import type { PiiField as StoredField } from '@pii-vault/proto/vault/v1/fields';
import type { Individual as StoredIndividual } from '@pii-vault/proto/vault/v1/individuals';
import { type CompanyName, nameOf } from '../companies/company-names.ts';
import { toConsent } from '../consents/consents-mapper.ts';
import { given, oneOf, toIso, toOptionalIso } from '../wire/values.ts';

type Names = ReadonlyMap<number, CompanyName>;

/** The viewer's companies with the person, and companies reached by the person's links. */
export interface Reach {
  readonly holding: readonly number[];
  readonly reached: readonly number[];
}

export const companiesOf = ({ holding, reached }: Reach): number[] => [...holding, ...reached];

/** Fields of both list entries and profiles. */
export function toPerson(
  person: StoredIndividual,
  reach: Reach,
  names: Names,
): Omit<Individual, 'piiFields' | 'externalIds'> {
  const companies = [...new Set(companiesOf(reach))].sort((a, b) => a - b);
  return {
    id: person.id,
    masterKey: person.masterKey,
    companyId: person.companyId,
    dataQualityScore: person.dataQualityScore,
    completenessPercentage: person.completenessPercentage,
    linkedCompaniesCount: linkedCompanies(person, reach).size,
    createdAt: toIso(person.createdAt),
    updatedAt: toIso(person.updatedAt),
    crossCompanyData: {
      companies: companies.map((id) => ({
        id,
        name: nameOf(names, id),
        tier: names.get(id)?.tier ?? 'secondary',
      })),
    },
  };
}

/** Companies with active fields of the person, and companies reached by links that are not rejected. */
function linkedCompanies(person: StoredIndividual, reach: Reach): Set<number> {
  return new Set([...person.piiFields.map(({ companyId }) => companyId), ...reach.reached]);
}

export const toPresence = (person: StoredIndividual): Individual['piiFields'] =>
  person.piiFields.map(({ fieldType, companyId }) => ({
    fieldType: oneOf(fieldTypes, fieldType),
    companyId,
  }));

export function toPiiField(field: StoredField, names: Names): PiiField {
  const companyId = field.companyId;
  const { refused } = field;
  return {
    id: field.id,
    fieldType: oneOf(fieldTypes, field.fieldType),
    companyId,
    companyName: nameOf(names, companyId),
    value: field.value,
    masked: field.masked,
    ...given({ refused }),
    consentDetails: toConsent(field.consentDetails),
    retentionExpiry: toOptionalIso(field.retentionExpiry),
    updatedAt: toIso(field.updatedAt),
  };
}
