import type { Company } from '@pii-vault/contract/companies/companies-schema';
import type { SessionUser } from '../session/session-user.ts';

const at = '2026-11-21T08:00:00.000Z';

export function sampleCompany(id: number, change: Partial<Company> = {}): Company {
  return {
    id,
    name: `Company No ${id}`,
    code: `C${id}`,
    tier: 'secondary',
    status: 'active',
    brandingConfig: {},
    complianceRequirements: {},
    createdAt: at,
    updatedAt: at,
    individuals: 0,
    piiRecords: 0,
    encryptionKeys: 0,
    compliance: { status: 'unknown', score: null, readiness: null },
    lastActivityAt: null,
    dataTypes: [],
    aadhaarStatus: 'none',
    ...change,
  };
}

export function sampleUser(change: Partial<SessionUser> = {}): SessionUser {
  return {
    id: 1,
    email: 'meera@example.com',
    firstName: 'Meera',
    lastName: 'Iyer',
    role: 'super_admin',
    companyId: null,
    companies: [],
    permissions: [
      'company:create',
      'company:manage',
      'compliance:read',
      'pii:read',
      'pii:write',
      'audit:read',
    ],
    ...change,
  };
}
