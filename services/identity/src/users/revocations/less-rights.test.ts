import type { Revocation } from '@pii-vault/platform/domain/revocations/revocation';
import { expect, it } from 'vitest';
import { lessRights } from './less-rights.ts';

const user = { role: 'admin', status: 'active', companyId: 1 } as const;
const update = (fieldNames: string[], objectIds: Record<string, string>, companyId = 1): Revocation => ({
  action: 'user_update',
  at: new Date(),
  individualId: undefined,
  purpose: '',
  fieldNames,
  objectIds,
  companyId,
});

it.each([
  ['an end', update(['status'], { status: 'inactive', role: 'admin' }), { status: 'inactive' }],
  ['a lesser role', update(['role'], { role: 'pii_view', status: 'active' }), { role: 'pii_view' }],
  ['a move', update(['companyId'], { role: 'admin', status: 'active' }, 2), { companyId: 2 }],
])('revokes %s', (_, revocation, change) => expect(lessRights(user, revocation, true)).toEqual(change));

it.each([
  ['a move', update(['companyId'], { role: 'admin', status: 'active' }, 7), { status: 'inactive' }],
  [
    'a move and an end',
    update(['companyId', 'status'], { role: 'admin', status: 'suspended' }, 7),
    { status: 'suspended' },
  ],
])('deactivates a user who would move to a missing company: %s', (_, revocation, change) =>
  expect(lessRights(user, revocation, false)).toEqual(change),
);

it('does not move an inactive user', () => {
  const revocation = update(['companyId'], { role: 'admin', status: 'suspended' }, 7);
  expect(lessRights({ ...user, status: 'suspended' }, revocation, false)).toBeUndefined();
});

it.each([
  ['a greater role', update(['role'], { role: 'super_admin', status: 'active' })],
  ['an activation', update(['status'], { role: 'admin', status: 'active' })],
  ['fields that are not named', update(['firstName'], { role: 'analytics', status: 'inactive' }, 2)],
  ['an unchanged value', update(['status', 'role'], { role: 'admin', status: 'active' })],
])('revokes nothing for %s', (_, revocation) => expect(lessRights(user, revocation, true)).toBeUndefined());
