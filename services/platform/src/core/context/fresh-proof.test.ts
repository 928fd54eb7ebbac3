import { describe, expect, it } from 'vitest';
import { caller, freshProof, permission } from '../../rpc/allow.ts';
import type { UserCaller } from './caller.ts';
import { AUTOMATE_ACCESS, FRESH_PROOF_MS, isProven, requireFreshProof } from './fresh-proof.ts';

const now = Date.parse('2026-11-21T08:00:00Z');
const scope = { permission: 'users:manage', companyId: undefined };
const user: UserCaller = {
  kind: 'user',
  userId: 7,
  sessionId: 's1',
  clientId: undefined,
  actorUserId: undefined,
  provenAt: now,
  isSuperAdmin: false,
  everywhere: new Set(),
  companies: new Map([[1, new Set(['users:manage'])]]),
};
const holding = (companies: Record<number, readonly string[]>): UserCaller => ({
  ...user,
  provenAt: undefined,
  clientId: 'pvc_1',
  companies: new Map(Object.entries(companies).map(([id, held]) => [Number(id), new Set(held)])),
});
const reasonOf = (run: () => void) => {
  try {
    run();
  } catch (error) {
    return error instanceof Error && 'reason' in error ? error.reason : error;
  }
  return 'allowed';
};

describe('a fresh proof', () => {
  it.each([
    [0, true],
    [FRESH_PROOF_MS - 1, true],
    [FRESH_PROOF_MS, false],
    [-30_000, true],
    [-600_000, false],
  ])('given %d ms ago: %s', (ago, isFresh) => expect(isProven({ provenAt: now - ago }, now)).toBe(isFresh));

  it('is required of a session; API clients and delegated tokens need a session of the user', () => {
    expect(reasonOf(() => requireFreshProof(user, scope, now))).toBe('allowed');
    expect(reasonOf(() => requireFreshProof({ ...user, provenAt: undefined }, scope, now))).toBe(
      'FRESH_PROOF_REQUIRED',
    );
    for (const more of [{ clientId: 'pvc_1' }, { actorUserId: 9 }])
      expect(reasonOf(() => requireFreshProof({ ...user, ...more }, scope, now))).toBe(
        'OWN_SESSION_REQUIRED',
      );
  });

  it.each([
    [
      'in each company where the permission is held',
      { 1: ['users:manage', AUTOMATE_ACCESS] },
      undefined,
      'allowed',
    ],
    [
      'not in one of two',
      { 1: ['users:manage', AUTOMATE_ACCESS], 2: ['users:manage'] },
      undefined,
      'OWN_SESSION_REQUIRED',
    ],
    ['in the named company', { 1: [AUTOMATE_ACCESS], 2: ['users:manage'] }, 1, 'allowed'],
    ['not in another company', { 1: ['users:manage'], 2: [AUTOMATE_ACCESS] }, 1, 'OWN_SESSION_REQUIRED'],
    ['nowhere', {}, undefined, 'OWN_SESSION_REQUIRED'],
  ])('is waived for callers with the permission to automate: %s', (_, companies, companyId, outcome) => {
    const wanted = { ...scope, companyId };
    expect(reasonOf(() => requireFreshProof(holding(companies), wanted, now))).toBe(outcome);
  });

  it('is waived for a super_admin with the permission to automate in all companies', () => {
    const root = { ...holding({}), isSuperAdmin: true, everywhere: new Set(['users:manage']) };
    expect(reasonOf(() => requireFreshProof(root, scope, now))).toBe('OWN_SESSION_REQUIRED');
    const automate = { ...root, everywhere: new Set(['users:manage', AUTOMATE_ACCESS]) };
    expect(reasonOf(() => requireFreshProof(automate, scope, now))).toBe('allowed');
  });
});

describe('a rule with a proof', () => {
  const stale = { ...user, provenAt: undefined };

  it('checks the permission first', () => {
    const rule = freshProof<unknown>(permission('audit:read'));
    expect(rule).toMatchObject({ permission: 'audit:read', proof: 'fresh' });
    expect(reasonOf(() => rule.check(stale, {}))).toBe('PERMISSION_DENIED');
  });

  it('requires a proof only for requests that widen access', () => {
    const rule = freshProof<{ status: string }>(caller(), ({ status }) => status === 'active');
    expect(reasonOf(() => rule.check(stale, { status: 'inactive' }))).toBe('allowed');
    expect(reasonOf(() => rule.check(stale, { status: 'active' }))).toBe('FRESH_PROOF_REQUIRED');
  });
});
