import type { UserCaller } from '@pii-vault/platform/core/context/caller';
import { describe, expect, it } from 'vitest';
import type { PermissionRow } from './effective-permissions.ts';
import { allPermissions, isMatchFor, powersOf } from './powers.ts';

const rows: PermissionRow[] = [
  { role: 'super_admin', permission: 'company:create', companyId: null },
  { role: 'super_admin', permission: 'pii:read', companyId: null },
  { role: 'admin', permission: 'users:manage', companyId: null },
  { role: 'admin', permission: 'pii:read', companyId: null },
  { role: 'pii_view', permission: 'pii:read', companyId: null },
  { role: 'pii_view', permission: 'lineage:read', companyId: 3 },
];

function callerWith(companies: Record<number, string[]>, everywhere?: string[]): UserCaller {
  return {
    kind: 'user',
    userId: 9,
    sessionId: 's',
    clientId: undefined,
    actorUserId: undefined,
    isSuperAdmin: everywhere !== undefined,
    everywhere: new Set(everywhere ?? []),
    companies: new Map(Object.entries(companies).map(([id, held]) => [Number(id), new Set(held)])),
  };
}

const admin = { role: 'admin', companyId: 1, companyRoles: [] };

describe('powersOf', () => {
  it('lists no company for a super_admin', () => {
    const powers = powersOf({ role: 'super_admin', companyId: null, companyRoles: [] }, [1, 2], rows);
    expect(powers).toEqual({ isSuperAdmin: true, everywhere: ['company:create', 'pii:read'], companies: [] });
    expect(allPermissions(powers)).toEqual(['company:create', 'pii:read']);
  });

  it('uses the role of each company, before the default role, with the rows of the company', () => {
    const companyRoles = [
      { companyId: 3, role: 'pii_view' },
      { companyId: 2, role: 'pii_view' },
    ];
    expect(powersOf({ ...admin, companyRoles }, [1, 2, 3, 4], rows).companies).toEqual([
      { companyId: 1, role: 'admin', permissions: ['pii:read', 'users:manage'] },
      { companyId: 2, role: 'pii_view', permissions: ['pii:read'] },
      { companyId: 3, role: 'pii_view', permissions: ['lineage:read'] },
    ]);
    const instead = powersOf({ ...admin, companyRoles: [{ companyId: 1, role: 'pii_view' }] }, [], rows);
    expect(allPermissions(instead)).toEqual(['pii:read']);
  });

  it('gives the default role in every company to a user without one', () => {
    const everywhere = { ...admin, companyId: null, companyRoles: [{ companyId: 2, role: 'pii_view' }] };
    expect(powersOf(everywhere, [1, 2], rows).companies).toMatchObject([
      { companyId: 1, role: 'admin' },
      { companyId: 2, role: 'pii_view' },
    ]);
  });

  it('gives an unknown role nothing', () => {
    expect(allPermissions(powersOf({ ...admin, role: 'owner' }, [], rows))).toEqual([]);
  });
});

describe('isMatchFor', () => {
  const match = (caller: UserCaller, user: Parameters<typeof powersOf>[0]) =>
    isMatchFor(caller, user, powersOf(user, [1, 2], rows));

  it('compares company by company, not the union', () => {
    const equal = callerWith({ 1: ['users:manage', 'pii:read'] });
    expect(match(equal, admin)).toBe(true);
    expect(match(equal, { ...admin, companyRoles: [{ companyId: 2, role: 'pii_view' }] })).toBe(false);
    expect(match(callerWith({ 1: ['pii:read'], 2: ['users:manage'] }), admin)).toBe(false);
  });

  it('lets only a super_admin match a super_admin or a user of all companies', () => {
    const everything = callerWith({ 1: ['users:manage', 'pii:read'], 2: ['users:manage', 'pii:read'] });
    const boss = callerWith({}, ['company:create', 'pii:read', 'users:manage']);
    for (const user of [
      { role: 'super_admin', companyId: null, companyRoles: [] },
      { role: 'pii_view', companyId: null, companyRoles: [] },
    ]) {
      expect(match(everything, user)).toBe(false);
      expect(match(boss, user)).toBe(true);
    }
    const lesser = callerWith({}, ['pii:read']);
    expect(match(lesser, { role: 'super_admin', companyId: null, companyRoles: [] })).toBe(false);
  });
});
