import type { Ctx } from '@pii-vault/platform/core/context/ctx';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { bootFactors, type FactorWorld } from './factor-world.ts';
import { ADMIN_PERMISSIONS, NOTHING, PASSWORD } from './identity-world.ts';
import { softwareAuthenticator } from './software-authenticator.ts';

/** Which accounts one person may control together: the requester is an account by token only. */

const REQUESTER = 7_001;
let world: FactorWorld;
beforeAll(async () => {
  world = await bootFactors('none');
});
afterAll(async () => world?.world.stop());
beforeEach(() => world.world.sql('DELETE FROM identity.account_changes'));

interface Who {
  readonly userId?: number;
  readonly actorUserId?: number;
  readonly clientId?: string;
  readonly clientMadeBy?: number;
}

const admin = ({ userId = REQUESTER, ...more }: Who = {}): Promise<Ctx> =>
  world.world.as({ userId, companies: { 1: [...ADMIN_PERMISSIONS, 'access:automate'] }, ...more });

/** A viewer of company 1 whose creation is long past. */
async function colleague() {
  const person = await world.person();
  await world.world.sql('DELETE FROM identity.account_changes WHERE user_id = $1', [person.userId]);
  return person;
}

async function dependents(
  userId: number,
  others: readonly number[] = [REQUESTER],
): Promise<readonly number[]> {
  const request = { userId, otherUserIds: others };
  const found = await world.authority.findDependentAccounts(world.world.asService('vault'), request);
  return found.userIds;
}

const setPassword = async (ctx: Ctx, userId: number) =>
  world.users.setUserPassword(ctx, { id: userId, password: PASSWORD });
const daysPass = (days: number) =>
  world.world.sql(
    `UPDATE identity.account_changes SET changed_at = changed_at - make_interval(days => $1::integer)`,
    [days],
  );

describe('an account', () => {
  it('depends on who reset its second factors', async () => {
    const { userId, as } = await colleague();
    await world.addApp(await as());
    expect(await dependents(userId)).toEqual([]);
    await world.factors.resetUserFactors(await admin(), { id: userId });
    expect(await dependents(userId)).toEqual([REQUESTER]);
    expect(await dependents(REQUESTER, [userId])).toEqual([userId]);
  });

  it('depends on who gave, or removed, a company role', async () => {
    const { userId } = await colleague();
    const grant = { id: userId, companyId: 1, role: 'analytics' };
    const { role } = await world.roles.assignCompanyRole(await admin({ userId: 7_002 }), grant);
    const removed = { id: userId, assignmentId: role?.id ?? 0 };
    await world.roles.removeCompanyRole(await admin({ userId: 7_003 }), removed);
    expect(await dependents(userId, [7_002, 7_003, REQUESTER])).toEqual([7_002, 7_003]);
  });

  it('depends on every account behind the token or credential of the change', async () => {
    const { userId } = await colleague();
    await setPassword(await admin({ actorUserId: 7_002 }), userId);
    await setPassword(await admin({ userId: 7_003, clientId: 'pvc_1', clientMadeBy: 7_004 }), userId);
    const behind = [REQUESTER, 7_002, 7_003, 7_004];
    expect(await dependents(userId, [...behind, 7_005])).toEqual(behind);
  });

  it('depends on the accounts behind a program that set the secret of its API credential', async () => {
    const { userId } = await colleague();
    const program = await admin({ userId: 7_003, clientId: 'pvc_1', clientMadeBy: 7_004 });
    const request = { id: userId, mayErase: false };
    await world.credentials.generateApiCredentials(program, request);
    // Calls with the credential name its maker, 7003, themselves.
    expect(await dependents(userId, [7_003, 7_004, 7_005])).toEqual([7_004]);
    await world.credentials.rotateApiCredentials(await admin(), { ...request, overlapHours: 0 });
    expect(await dependents(userId)).toEqual([]);
  });

  it('depends on no other account after its own change, a new name, or seven days', async () => {
    const { userId, as } = await colleague();
    await world.passwords.changePassword(await as(), {
      currentPassword: PASSWORD,
      newPassword: 'Own-Password-7',
    });
    await world.users.updateUser(await admin(), { ...NOTHING, id: userId, firstName: 'Ravi' });
    expect(await dependents(userId)).toEqual([]);
    await setPassword(await admin(), userId);
    await daysPass(6);
    expect(await dependents(userId)).toEqual([REQUESTER]);
    await daysPass(1);
    expect(await dependents(userId)).toEqual([]);
  });

  it.each([
    ['an app', async (ctx: Ctx) => void (await world.addApp(ctx))],
    ['a passkey', async (ctx: Ctx) => void (await world.addPasskey(ctx, softwareAuthenticator()))],
  ])('depends for seven more days on who could sign in when it got %s', async (_, enrol) => {
    const { userId, email } = await colleague();
    await setPassword(await admin(), userId);
    await daysPass(6);
    await enrol(await (await world.signedIn(email, userId)).as());
    await daysPass(6);
    expect(await dependents(userId)).toEqual([REQUESTER]);
    await daysPass(1);
    expect(await dependents(userId)).toEqual([]);
  });

  it('depends over further accounts, and with another account of the same creator', async () => {
    const [b, c, d] = [await colleague(), await colleague(), await colleague()];
    await setPassword(await admin(), b.userId);
    await setPassword(await admin({ userId: b.userId }), c.userId);
    await setPassword(await admin({ userId: b.userId }), d.userId);
    expect(await dependents(c.userId, [REQUESTER, b.userId, d.userId])).toEqual(
      [b.userId, d.userId, REQUESTER].sort((x, y) => x - y),
    );
    expect(await dependents((await colleague()).userId, [REQUESTER, b.userId])).toEqual([]);
  });

  it('depends on who could sign in to the account that changed it, at the time of that change', async () => {
    const [b, c] = [await colleague(), await colleague()];
    await setPassword(await admin({ userId: 7_002 }), b.userId);
    await daysPass(2);
    await setPassword(await admin(), b.userId);
    await daysPass(6);
    await setPassword(await admin({ userId: b.userId }), c.userId);
    await daysPass(6);
    expect(await dependents(c.userId, [REQUESTER, 7_002])).toEqual([REQUESTER]);
    expect(await dependents(REQUESTER, [c.userId, b.userId])).toEqual([c.userId]);
    await daysPass(1);
    expect(await dependents(c.userId)).toEqual([]);
  });

  it('does not depend on who could sign in to the account that changed it only after that change', async () => {
    const [b, c] = [await colleague(), await colleague()];
    await setPassword(await admin({ userId: b.userId }), c.userId);
    await daysPass(1);
    await setPassword(await admin(), b.userId);
    expect(await dependents(c.userId, [REQUESTER, b.userId])).toEqual([b.userId]);
    await setPassword(await admin({ userId: b.userId }), c.userId);
    expect(await dependents(c.userId, [REQUESTER, b.userId])).toEqual(
      [b.userId, REQUESTER].sort((x, y) => x - y),
    );
  });
});

it('an account counts as changed since a time by accounts other than those that were asked about', async () => {
  const { userId } = await colleague();
  const since = new Date();
  const changed = async (userIds: readonly number[], from = since) =>
    (
      await world.authority.findChangedAccounts(world.world.asService('vault'), {
        userIds,
        since: from,
      })
    ).userIds;
  expect(await changed([userId])).toEqual([]);
  await setPassword(await admin(), userId);
  expect(await changed([userId])).toEqual([userId]);
  expect(await changed([userId, REQUESTER])).toEqual([]);
  expect(await changed([userId], new Date(Date.now() + 60_000))).toEqual([]);
});
