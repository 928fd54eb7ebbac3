import { AccessFactsService } from '@pii-vault/proto/identity/v1/access_facts';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { bootIdentity, type IdentityWorld, SUPER } from './identity-world.ts';

let identity: IdentityWorld;
beforeAll(async () => {
  identity = await bootIdentity();
});
afterAll(async () => identity?.world.stop());

const ask = (companyId: number, tokenOf = companyId) =>
  identity.world
    .client(AccessFactsService, 'identity')
    .getAccessFacts(identity.world.asService('compliance', tokenOf), { companyId });

it('counts users, clients and administrators of a company, and those inactive for 90 days', async () => {
  const boss = await identity.world.as(SUPER);
  await identity.create({ email: 'admin@example.in', companyId: 1, role: 'admin' });
  const old = await identity.create({ email: 'old@example.in', companyId: 1 });
  const client = await identity.create({ email: 'client@example.in', companyId: 1 });
  await identity.create({ email: 'elsewhere@example.in', companyId: 2 });
  await identity.credentials.generateApiCredentials(boss, { id: client, mayErase: false });
  await identity.world.sql(
    `UPDATE identity.users SET created_at = now() - interval '91 days' WHERE id IN (${old}, ${client})`,
  );
  expect(await ask(1)).toMatchObject({
    users: 3,
    staleUsers: 2,
    credentials: 1,
    staleCredentials: 0,
    admins: 1,
    analystsWhoReveal: 0,
    shortestPassword: 8,
    loginRisk: 'record',
    throttlesLogins: true,
    attemptDays: 365,
    isConsoleSecure: true,
  });
  await identity.world.sql(
    `UPDATE identity.api_credentials SET last_used_at = now() WHERE user_id = ${client};
     UPDATE identity.users SET last_login_at = now() WHERE id = ${old}`,
  );
  expect(await ask(1)).toMatchObject({ staleUsers: 0, staleCredentials: 0 });
  await identity.world.sql("UPDATE identity.api_credentials SET last_used_at = now() - interval '91 days'");
  expect(await ask(1)).toMatchObject({ staleUsers: 1, staleCredentials: 1 });
  expect(await ask(2)).toMatchObject({ users: 1, credentials: 0 });
});

it('counts analysts whose role may reveal in the company, also by permissions of the company', async () => {
  const boss = await identity.world.as(SUPER);
  const userId = await identity.create({ email: 'analyst@example.in', companyId: 3, role: 'analytics' });
  expect(await ask(3)).toMatchObject({ users: 1, analystsWhoReveal: 0 });
  await identity.roles.assignCompanyRole(boss, { id: userId, companyId: 3, role: 'pii_view' });
  expect(await ask(3)).toMatchObject({ users: 1, analystsWhoReveal: 1 });
  await identity.world.sql('UPDATE identity.user_company_roles SET is_active = false');
  await identity.world.sql(
    "INSERT INTO identity.role_permissions (role, permission, company_id) VALUES ('analytics', 'pii:reveal', 3)",
  );
  expect(await ask(3)).toMatchObject({ analystsWhoReveal: 1 });
  expect(await ask(2)).toMatchObject({ analystsWhoReveal: 0 });
});

it('lists who may enter a company, how, and with which API client', async () => {
  const boss = await identity.world.as(SUPER);
  const own = await identity.create({ email: 'own@example.in', companyId: 2, role: 'pii_view' });
  const guest = await identity.create({ email: 'guest@example.in', companyId: 1, role: 'admin' });
  const across = await identity.create({ email: 'across@example.in', companyId: 1 });
  const root = await identity.create({ email: 'root@example.in', companyId: 1 });
  await identity.world.sql(
    `UPDATE identity.users SET company_id = NULL WHERE id IN (${across}, ${root});
     UPDATE identity.users SET role = 'super_admin' WHERE id = ${root}`,
  );
  await identity.roles.assignCompanyRole(boss, { id: own, companyId: 2, role: 'analytics' });
  await identity.roles.assignCompanyRole(boss, { id: guest, companyId: 2, role: 'pii_view' });
  const { clientId } = await identity.credentials.generateApiCredentials(boss, {
    id: guest,
    mayErase: false,
  });
  const makerIds = boss.caller.kind === 'user' ? [boss.caller.userId] : [];
  await identity.world.sql(`UPDATE identity.users SET status = 'suspended' WHERE id = ${guest}`);
  const client = identity.world.client(AccessFactsService, 'identity');
  const list = (page: { userIds?: number[]; limit?: number; cursor?: string | undefined }, tokenOf = 2) =>
    client.listAccess(identity.world.asService('compliance', tokenOf), {
      ...{ companyId: 2, userIds: [], limit: 0 },
      ...page,
    });
  const { accounts } = await list({});
  const seen = accounts.filter(({ userId }) => userId >= own);
  expect(seen).toMatchObject([
    { userId: own, role: 'analytics', via: 'primary_company', defaultRole: 'pii_view', status: 'active' },
    {
      userId: guest,
      role: 'pii_view',
      via: 'company_role',
      status: 'suspended',
      credential: { clientId, makerIds },
    },
    { userId: across, via: 'all_companies', assignmentId: undefined, credential: undefined },
    { userId: root, role: 'super_admin', via: 'super_admin' },
  ]);
  // The role of a guest at home is hidden.
  expect(seen[1]).toMatchObject({ assignmentId: expect.any(Number), defaultRole: undefined });
  const first = await list({ limit: 1 });
  const rest = await list({ cursor: first.nextCursor });
  expect([...first.accounts, ...rest.accounts]).toEqual(accounts);
  expect((await list({ userIds: [guest] })).accounts).toEqual([seen[1]]);
  await expect(list({}, 1)).rejects.toMatchObject({ reason: 'CALLER_NOT_ALLOWED' });
});
