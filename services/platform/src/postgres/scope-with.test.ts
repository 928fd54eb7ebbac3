import { expect, it } from 'vitest';
import type { Caller } from '../core/context/caller.ts';
import { scopeWith } from './scope-with.ts';

const user = (isSuperAdmin: boolean): Caller => ({
  kind: 'user',
  userId: 7,
  sessionId: '',
  clientId: undefined,
  actorUserId: undefined,
  isSuperAdmin,
  everywhere: new Set(isSuperAdmin ? ['pii:read'] : []),
  companies: new Map([
    [3, new Set(['pii:read'])],
    [2, new Set(['pii:read', 'pii:write'])],
  ]),
});

it('contains the companies in which the caller has the permission', () => {
  expect(scopeWith(user(false), 'pii:read')).toEqual({ companies: [2, 3] });
  expect(scopeWith(user(false), 'pii:write')).toEqual({ companies: [2] });
  expect(scopeWith(user(false), 'pii:erase')).toEqual({ companies: [] });
  expect(scopeWith(user(true), 'pii:read')).toBe('all');
});

it('is the named company, also for a caller with access to all', () => {
  expect(scopeWith(user(true), 'pii:read', 9n)).toEqual({ companies: [9] });
});
