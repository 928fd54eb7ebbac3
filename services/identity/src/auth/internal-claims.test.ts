import { describe, expect, it } from 'vitest';
import { internalClaims } from './internal-claims.ts';

const now = Date.parse('2026-11-21T08:00:00.900Z');
const iat = Math.floor(now / 1000);
const powers = {
  isSuperAdmin: false,
  everywhere: [],
  companies: [
    { companyId: 1, role: 'admin', permissions: ['pii:read', 'pii:write'] },
    { companyId: 3, role: 'analytics', permissions: ['pii:read'] },
  ],
};
const facts = {
  userId: 7,
  sessionId: 's1',
  clientId: undefined,
  actorUserId: undefined,
  provenAt: undefined,
  lacks: undefined,
  clientMadeBy: undefined,
  clientSecretChange: undefined,
  powers,
  companyId: undefined,
  now,
  notAfter: now + 3_600_000,
};

describe('internalClaims', () => {
  it('contains the permissions of every company for 60 s', () => {
    const { claims, companyIds, expiresAt } = internalClaims(facts);
    expect(claims).toEqual({
      iss: 'pii-vault',
      aud: 'pii-vault-services',
      sub: '7',
      sid: 's1',
      iat,
      exp: iat + 60,
      co: { 1: 0, 3: 1 },
      ps: [['pii:read', 'pii:write'], ['pii:read']],
    });
    expect(companyIds).toEqual([1, 3]);
    expect(expiresAt).toBe((iat + 60) * 1000);
  });

  it('writes each set of permissions once', () => {
    const companies = Array.from({ length: 1_000 }, (_, i) => ({
      companyId: 1_000 + i,
      role: 'admin',
      permissions: i % 2 === 0 ? ['pii:read', 'pii:write'] : ['pii:read'],
    }));
    const { claims } = internalClaims({ ...facts, powers: { ...powers, companies } });
    expect(claims.ps).toEqual([['pii:read', 'pii:write'], ['pii:read']]);
    expect([claims.co[1_000], claims.co[1_001]]).toEqual([0, 1]);
    expect(JSON.stringify(claims).length).toBeLessThan(12_000);
  });

  it('never expires after its session', () => {
    expect(internalClaims({ ...facts, notAfter: now + 5_000 }).claims.exp).toBe(iat + 5);
  });
});
