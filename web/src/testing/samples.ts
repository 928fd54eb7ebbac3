import type { AuditTrailEntry } from '@pii-vault/contract/audit-trail/audit-trail-schema';
import type { Company } from '@pii-vault/contract/companies/companies-schema';
import type { EncryptionKey } from '@pii-vault/contract/encryption-keys/encryption-keys-schema';
import type { SessionUser } from '../session/session-user.ts';

const at = '2026-11-21T08:00:00.000Z';

export function sampleCompany(id: number, change: Partial<Company> = {}): Company {
  return {
    id,
    name: `Company No ${id}`,
    code: `C${id}`,
    tier: 'secondary',
    status: 'active',
    timeZone: 'Asia/Kolkata',
    brandingConfig: {},
    complianceRequirements: {},
    profile: {
      grievanceOfficer: { name: '', email: '', phone: '' },
      dataProtectionOfficer: { name: '', email: '', phone: '' },
      address: '',
      isSignificant: false,
      regulators: [],
    },
    createdAt: at,
    updatedAt: at,
    version: 1,
    individuals: 0,
    piiRecords: 0,
    encryptionKeys: 0,
    compliance: { status: 'unknown', score: null, readiness: null },
    lastActivityAt: null,
    dataTypes: [],
    aadhaarStatus: 'none',
    reactivationRequest: null,
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

/** A field key in use, 30 days old. */
export const sampleKey = (change: Partial<EncryptionKey> = {}): EncryptionKey => ({
  id: 1,
  keyId: '0190a3f2-7d5c-7cc1-9b1e-3f6a2b4c5d6e',
  companyId: 1,
  company: { name: 'Asha Bank' },
  keyType: 'field',
  algorithm: 'AES-256-GCM',
  keySize: 256,
  status: 'active',
  isActive: true,
  hsmKeyReference: 'local:1',
  rotationSchedule: 'P30D',
  version: 1,
  rowsOnVersion: 1,
  expiresAt: '2026-12-21T08:00:00.000Z',
  rotatedAt: null,
  lastRotated: null,
  createdAt: at,
  ...change,
});

type EntryChange = Partial<Omit<AuditTrailEntry, 'details'>> & {
  details?: Partial<AuditTrailEntry['details']>;
};

/** An entry of the trail. */
export function sampleEntry(action: string, { details, ...change }: EntryChange = {}): AuditTrailEntry {
  const leafIndex = change.leafIndex ?? 4;
  return {
    id: leafIndex + 1,
    companyId: 1,
    individualId: null,
    piiFieldId: null,
    action,
    actorType: 'user',
    actorId: '2',
    actorName: 'Ravi Nair',
    onBehalfOfName: null,
    userName: null,
    companyName: 'Asha Bank',
    complianceFlags: { violation: false, dpdpCompliant: true },
    ipAddress: '10.20.4.7',
    userAgent: 'Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/130',
    timestamp: '2026-11-21T08:00:00.000Z',
    ...change,
    leafIndex,
    details: { decision: 'allowed', ticket: 'none', producer: 'vault', requestId: 'req-1', ...details },
  };
}
