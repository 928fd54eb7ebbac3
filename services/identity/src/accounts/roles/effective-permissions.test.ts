import { describe, expect, it } from 'vitest';
import { effectiveRoles, isAtMost, type PermissionRow, permissionsOf } from './effective-permissions.ts';

const rows: PermissionRow[] = [
  { role: 'pii_view', permission: 'pii:reveal', companyId: null },
  { role: 'pii_view', permission: 'pii:read', companyId: null },
  { role: 'pii_view', permission: 'pii:read', companyId: 2 },
  { role: 'admin', permission: 'users:manage', companyId: null },
];

describe('effectiveRoles', () => {
  it('gives the default role in the primary company only', () => {
    expect(effectiveRoles({ role: 'admin', companyId: 1, companyRoles: [] }, [1, 2, 3])).toEqual([
      { companyId: 1, role: 'admin' },
    ]);
  });

  it('prefers a company role to the default role and adds other companies', () => {
    const companyRoles = [
      { companyId: 3, role: 'admin' },
      { companyId: 1, role: 'analytics' },
    ];
    expect(effectiveRoles({ role: 'admin', companyId: 1, companyRoles }, [1, 2, 3])).toEqual([
      { companyId: 1, role: 'analytics' },
      { companyId: 3, role: 'admin' },
    ]);
  });

  it('gives the default role in every company to a user without one', () => {
    const user = { role: 'pii_view', companyId: null, companyRoles: [{ companyId: 2, role: 'admin' }] };
    expect(effectiveRoles(user, [1, 2])).toEqual([
      { companyId: 1, role: 'pii_view' },
      { companyId: 2, role: 'admin' },
    ]);
  });
});

describe('permissionsOf', () => {
  it('sorts the general rows of the role, without those of other roles', () => {
    expect(permissionsOf('pii_view', 1, rows)).toEqual(['pii:read', 'pii:reveal']);
    expect(permissionsOf('pii_view', null, rows)).toEqual(['pii:read', 'pii:reveal']);
  });

  it('uses the rows of the company instead', () => {
    expect(permissionsOf('pii_view', 2, rows)).toEqual(['pii:read']);
  });

  it('are empty for an unknown role', () => {
    expect(permissionsOf('owner', 1, rows)).toEqual([]);
  });
});

describe('isAtMost', () => {
  it('is a subset, not a count', () => {
    expect(isAtMost(['a', 'b'], new Set(['a', 'b', 'c']))).toBe(true);
    expect(isAtMost(['d'], new Set(['a', 'b', 'c']))).toBe(false);
    expect(isAtMost([], new Set())).toBe(true);
  });
});
