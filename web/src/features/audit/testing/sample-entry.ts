import type { AuditTrailEntry } from '@pii-vault/contract/audit-trail/audit-trail-schema';

type Change = Partial<Omit<AuditTrailEntry, 'details'>> & { details?: Partial<AuditTrailEntry['details']> };

export function sampleEntry(action: string, { details, ...change }: Change = {}): AuditTrailEntry {
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
