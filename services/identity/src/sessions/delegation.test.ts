import { describe, expect, it } from 'vitest';
import { delegatedPowers, permissionsIn } from './delegation.ts';

const powersIn = (companyId: number, ...permissions: string[]) => ({
  isSuperAdmin: false,
  everywhere: [],
  companies: [{ companyId, role: 'admin', permissions }],
});
const root = { isSuperAdmin: true, everywhere: ['pii:read', 'pii:write', 'users:manage'], companies: [] };
const delegation = { actorUserId: 1, companyId: 5, role: 'admin', permissions: ['pii:read', 'pii:write'] };

describe('delegatedPowers', () => {
  it("are the intersection of token, user and creator, in one company, never a super_admin's", () => {
    const permissionsOf = (subject: typeof root | ReturnType<typeof powersIn>, actor = root) =>
      delegatedPowers(delegation, subject, actor).companies;
    expect(permissionsOf(root)).toEqual([
      { companyId: 5, role: 'admin', permissions: ['pii:read', 'pii:write'] },
    ]);
    expect(permissionsOf(powersIn(5, 'pii:read', 'pii:erase'))[0]?.permissions).toEqual(['pii:read']);
    expect(permissionsOf(powersIn(6, 'pii:read'))[0]?.permissions).toEqual([]);
    expect(delegatedPowers(delegation, root, powersIn(5, 'pii:write')).companies[0]?.permissions).toEqual([
      'pii:write',
    ]);
    expect(delegatedPowers(delegation, root, root).isSuperAdmin).toBe(false);
    expect(permissionsIn(root, 9)).toContain('users:manage');
  });
});
