import type { UserCaller } from '@pii-vault/platform/core/context/caller';
import { expect, it } from 'vitest';
import { writtenBy } from './written-by.ts';

const USER: UserCaller = {
  kind: 'user',
  userId: 34,
  sessionId: 'test',
  clientId: undefined,
  actorUserId: undefined,
  isSuperAdmin: false,
  everywhere: new Set(),
  companies: new Map(),
};

it('names the acting user; for an API client also the accounts that own it', () => {
  expect(writtenBy(USER)).toBe('user:34');
  expect(writtenBy({ ...USER, actorUserId: 36 })).toBe('user:36');
  expect(writtenBy({ ...USER, clientId: 'pvc_1' })).toBe('client:pvc_1/user:34');
  expect(writtenBy({ ...USER, clientId: 'pvc_1', clientMadeBy: 35 })).toBe('client:pvc_1/user:34/user:35');
  expect(writtenBy({ ...USER, actorUserId: 36, clientMadeBy: 35 })).toBe('user:36/user:35');
  expect(writtenBy({ kind: 'service', service: 'vault', company: 1 })).toBeUndefined();
});
