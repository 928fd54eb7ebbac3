import { ReplayRequest, RevocationsService } from '@pii-vault/proto/platform/v1/revocations';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { bootIdentity, type IdentityWorld, SUPER } from './identity-world.ts';

let identity: IdentityWorld;

beforeAll(async () => {
  identity = await bootIdentity({}, true);
});
afterAll(async () => identity?.world.stop());

const request = (action: string, userId: number, more: Partial<ReplayRequest> = {}) =>
  ReplayRequest.fromPartial({
    action,
    occurredAt: new Date(),
    objectIds: { userId: String(userId), role: 'admin', status: 'active' },
    ...more,
  });
const replay = async (...what: Parameters<typeof request>) => {
  const rpc = identity.world.client(RevocationsService, 'identity');
  return (await rpc.replay(identity.world.asService('audit'), request(...what))).outcome;
};
const canSignIn = (email: string) =>
  identity.logIn(email).then(
    () => true,
    () => false,
  );

it('deactivates a user whose new company is missing, because the next company would get its id', async () => {
  const [lost, moved] = [
    await identity.create({ email: 'lost@example.in', companyId: 1, role: 'admin' }),
    await identity.create({ email: 'moved@example.in', companyId: 1, role: 'admin' }),
  ];
  const move = (companyId: number) => ({ companyId, fieldNames: ['companyId'] });
  expect(await replay('user_update', lost, move(4))).toBe('done');
  expect(await replay('user_update', moved, move(2))).toBe('done');
  identity.companies.add(4);
  const boss = await identity.world.as(SUPER);
  const found = async (id: number) => (await identity.users.getUser(boss, { id })).user;
  expect(await found(lost)).toMatchObject({ companyId: 1, status: 'inactive' });
  expect(await found(moved)).toMatchObject({ companyId: 2, status: 'active' });
});

it('keeps one super_admin and their password', async () => {
  const create = (email: string) => identity.create({ email, role: 'super_admin' });
  const [first, second] = [await create('first@example.in'), await create('second@example.in')];
  expect(await replay('password_change', first)).toBe('done');
  expect(await replay('password_change', second)).toBe('kept');
  expect(await replay('user_delete', second)).toBe('kept');
  const ended = { fieldNames: ['status'], objectIds: { userId: String(second), status: 'inactive' } };
  expect(await replay('user_update', second, ended)).toBe('kept');
  expect(await Promise.all(['first@example.in', 'second@example.in'].map(canSignIn))).toEqual([false, true]);
  expect(await replay('user_delete', first)).toBe('done');
});
