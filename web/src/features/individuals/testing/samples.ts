import type {
  Individual,
  IndividualProfile,
  PiiField,
} from '@pii-vault/contract/individuals/individuals-schema';

const at = '2026-11-21T08:00:00.000Z';

export function sampleField(fieldType: PiiField['fieldType'], change: Partial<PiiField> = {}): PiiField {
  return {
    id: fieldType.length,
    fieldType,
    companyId: 1,
    companyName: 'Asha Bank',
    value: 'XXXX-MASKED',
    masked: true,
    consentDetails: { purpose: 'kyc', date: at },
    retentionExpiry: null,
    updatedAt: at,
    ...change,
  };
}

export function samplePerson(id: number, change: Partial<Individual> = {}): Individual {
  return {
    id,
    masterKey: '7f3c0000-0000-4000-8000-00000000b41e',
    companyId: 1,
    dataQualityScore: 92,
    completenessPercentage: 57,
    linkedCompaniesCount: 1,
    createdAt: at,
    updatedAt: at,
    crossCompanyData: { companies: [{ id: 1, name: 'Asha Bank', tier: 'primary' }] },
    piiFields: [],
    ...change,
  };
}

export const sampleProfile = (id: number, piiFields: PiiField[]): IndividualProfile => ({
  ...samplePerson(id),
  piiFields,
});

export const noDuplicates = {
  withinCompany: [],
  crossCompany: [],
  counts: { withinCompany: 0, crossCompany: 0 },
};
