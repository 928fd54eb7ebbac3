import { type Company, companyStatuses, regulators } from '@pii-vault/contract/companies/companies-schema';
import { fieldTypes } from '@pii-vault/contract/scalars';
import { DEFAULT_TIME_ZONE } from '@pii-vault/platform/values/zoned-day';
import type { CompanyStatus } from '@pii-vault/proto/compliance/v1/checks';
import type { Company as StoredCompany } from '@pii-vault/proto/tenancy/v1/companies';
import type { CompanyStats } from '@pii-vault/proto/vault/v1/stats';
import { oneOf, toIso, toOptionalIso } from '../wire/values.ts';

/** Figures of one company from other services. */
export interface CompanyFigures {
  readonly stats: CompanyStats | undefined;
  readonly keys: number;
  readonly compliance: CompanyStatus | undefined;
  readonly lastActivityAt: Date | undefined;
  /** Name of the user who requested the end of the suspension. */
  readonly requester: string | undefined;
}

export const noFigures: CompanyFigures = {
  stats: undefined,
  keys: 0,
  compliance: undefined,
  lastActivityAt: undefined,
  requester: undefined,
};

export function toCompany(company: StoredCompany, figures: CompanyFigures): Company {
  const { stats, requester } = figures;
  const { reactivation } = company;
  const dataTypes = fieldTypes.filter((type) => stats?.dataTypes.includes(type));
  return {
    id: company.id,
    name: company.name,
    code: company.code,
    tier: company.tier,
    status: oneOf(companyStatuses, company.status),
    timeZone: company.timeZone ?? DEFAULT_TIME_ZONE,
    profile: toProfile(company.profile),
    brandingConfig: parseObject(company.brandingConfig),
    complianceRequirements: parseObject(company.complianceRequirements),
    createdAt: toIso(company.createdAt),
    updatedAt: toIso(company.updatedAt),
    version: company.version,
    individuals: stats?.individuals ?? 0,
    piiRecords: stats?.piiRecords ?? 0,
    encryptionKeys: figures.keys,
    compliance: toLabel(figures.compliance),
    lastActivityAt: toOptionalIso(figures.lastActivityAt),
    dataTypes,
    aadhaarStatus: dataTypes.includes('aadhaar') ? 'encrypted' : 'none',
    reactivationRequest:
      reactivation === undefined
        ? null
        : {
            requestedAt: toIso(reactivation.requestedAt),
            requestedBy: reactivation.requestedBy,
            requestedByName: requester ?? null,
            reason: reactivation.reason,
          },
  };
}

/** An older tenancy sends no profile. */
const toProfile = (profile: StoredCompany['profile']): Company['profile'] => ({
  grievanceOfficer: profile?.grievanceOfficer ?? noContact,
  dataProtectionOfficer: profile?.dataProtectionOfficer ?? noContact,
  address: profile?.address ?? '',
  isSignificant: profile?.isSignificant ?? false,
  regulators: regulators.filter((one) => profile?.regulators.includes(one)),
});

const noContact = { name: '', email: '', phone: '' };

/** Rules that are not in force yet do not count. */
function toLabel(standing: CompanyStatus | undefined): Company['compliance'] {
  const shown = (['compliant', 'warning', 'violation'] as const).find((each) => each === standing?.status);
  return {
    status: shown ?? 'unknown',
    score: standing?.score ?? null,
    readiness: standing?.readiness ?? null,
  };
}

function parseObject(text: string): Company['brandingConfig'] {
  return text === '' ? {} : JSON.parse(text);
}
