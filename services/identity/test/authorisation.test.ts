import { SESSION_LACKS } from '@pii-vault/platform/core/context/caller';
import type { Ctx } from '@pii-vault/platform/core/context/ctx';
import { AccessFactsService } from '@pii-vault/proto/identity/v1/access_facts';
import { ApproverNoticesService } from '@pii-vault/proto/identity/v1/approver_notices';
import { FiguresService } from '@pii-vault/proto/identity/v1/figures';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { everyRpc } from './every-rpc.ts';
import {
  adminOf,
  bootIdentity,
  byPassword,
  type IdentityWorld,
  KEEPING,
  NOTHING,
  newUser,
  PASSWORD,
  SUPER,
  SUPER_PERMISSIONS,
  signIn,
  viewerOf,
} from './identity-world.ts';

let identity: IdentityWorld;
/** A user of company 2 with a role in company 3. */
let userId: number;
let assignmentId: number;
/** Two sessions of that user; a test ends the second one. */
let sessionIds: string[];

beforeAll(async () => {
  identity = await bootIdentity();
  const boss = await identity.world.as(SUPER);
  userId = await identity.create({ email: 'other@example.in', companyId: 2 });
  const grant = { userId, companyId: 3, role: 'pii_view' };
  const { role } = await identity.roles.assignCompanyRole(boss, grant);
  assignmentId = role?.id ?? 0;
  await identity.credentials.generateApiCredentials(boss, { userId, mayErase: false });
  const logIn = () => identity.auth.login(identity.gateway(), signIn('other@example.in'));
  sessionIds = [(await logIn()).sessionId, (await logIn()).sessionId];
});
afterAll(async () => identity?.world.stop());

type Call = (ctx: Ctx) => Promise<unknown>;

/** Calls of users:manage for company 2 or its user; `foreign` is the error for an admin of company 1. */
const managed: Record<string, { call: Call; foreign?: 'PERMISSION_DENIED' | 'NOT_FOUND' }> = {
  createUser: {
    call: (ctx) => identity.users.createUser(ctx, newUser({ email: 'new@example.in', companyId: 2 })),
    foreign: 'PERMISSION_DENIED',
  },
  listUsers: {
    call: (ctx) => identity.users.listUsers(ctx, { role: '', status: '', companyId: 2, limit: 0 }),
    foreign: 'PERMISSION_DENIED',
  },
  getUser: { call: (ctx) => identity.users.getUser(ctx, { userId }), foreign: 'NOT_FOUND' },
  updateUser: {
    call: (ctx) => identity.users.updateUser(ctx, { userId, ...NOTHING, firstName: 'Asha' }),
    foreign: 'NOT_FOUND',
  },
  setUserStatus: {
    call: (ctx) => identity.users.setUserStatus(ctx, { userId, status: 'active', ifRowVersion: undefined }),
    foreign: 'NOT_FOUND',
  },
  deleteUser: { call: (ctx) => identity.users.deleteUser(ctx, { userId }), foreign: 'NOT_FOUND' },
  setUserPassword: {
    call: (ctx) => identity.users.setUserPassword(ctx, { userId, password: PASSWORD }),
    foreign: 'NOT_FOUND',
  },
  resendWelcome: {
    call: (ctx) => identity.users.resendWelcome(ctx, { userId, includeNewPassword: false }),
    foreign: 'NOT_FOUND',
  },
  listCompanyRoles: { call: (ctx) => identity.roles.listCompanyRoles(ctx, { userId }), foreign: 'NOT_FOUND' },
  assignCompanyRole: {
    call: (ctx) => identity.roles.assignCompanyRole(ctx, { userId, companyId: 2, role: 'analytics' }),
    foreign: 'PERMISSION_DENIED',
  },
  removeCompanyRole: {
    call: (ctx) => identity.roles.removeCompanyRole(ctx, { userId, assignmentId }),
    foreign: 'NOT_FOUND',
  },
  getApiCredentials: {
    call: (ctx) => identity.credentials.getApiCredentials(ctx, { userId }),
    foreign: 'NOT_FOUND',
  },
  generateApiCredentials: {
    call: (ctx) => identity.credentials.generateApiCredentials(ctx, { userId, mayErase: false }),
    foreign: 'NOT_FOUND',
  },
  rotateApiCredentials: {
    call: (ctx) => identity.credentials.rotateApiCredentials(ctx, { userId, ...KEEPING }),
    foreign: 'NOT_FOUND',
  },
  listUserSessions: {
    call: (ctx) => identity.sessions.listUserSessions(ctx, { userId }),
    foreign: 'NOT_FOUND',
  },
  endUserSession: {
    call: (ctx) => identity.sessions.endUserSession(ctx, { userId, id: sessionIds[0] ?? '' }),
    foreign: 'NOT_FOUND',
  },
  listUserFactors: {
    call: (ctx) => identity.factors.listUserFactors(ctx, { userId }),
    foreign: 'NOT_FOUND',
  },
  resetUserFactors: {
    call: (ctx) => identity.factors.resetUserFactors(ctx, { userId }),
    foreign: 'NOT_FOUND',
  },
  getFactorPolicy: {
    call: (ctx) => identity.factorPolicies.getFactorPolicy(ctx, { companyId: 2 }),
    foreign: 'PERMISSION_DENIED',
  },
  setFactorPolicy: {
    call: (ctx) => identity.factorPolicies.setFactorPolicy(ctx, { companyId: 2, roles: [] }),
    foreign: 'PERMISSION_DENIED',
  },
  revokeApiCredentials: {
    call: (ctx) => identity.credentials.revokeApiCredentials(ctx, { userId }),
    foreign: 'NOT_FOUND',
  },
};

/** Calls of security:read. security.test.ts covers which rows each caller sees. */
const watched: Record<string, Call> = {
  getLoginStatistics: (ctx) => identity.security.getLoginStatistics(ctx, { hours: 24 }),
  listHighRiskAttempts: (ctx) => identity.security.listHighRiskAttempts(ctx, { hours: 24, limit: 0 }),
  listDevices: (ctx) => identity.security.listDevices(ctx, { hours: 24 }),
  listThreats: (ctx) => identity.security.listThreats(ctx, { hours: 24 }),
  getLoginTimeline: (ctx) =>
    identity.world.client(FiguresService, 'identity').getLoginTimeline(ctx, { hours: 24 }),
};

/** Calls of analytics:read, for company 2. */
const counted: Record<string, Call> = {
  getLoginFigures: (ctx) =>
    identity.world.client(FiguresService, 'identity').getLoginFigures(ctx, { companyId: 2, days: 1 }),
};

const block = { ipAddress: '192.0.2.9', reason: 'Spraying', blockedUntil: undefined, confirm: false };
/** Calls of access:manage, which affect every company. */
const everywhere: Record<string, Call> = {
  blockAddress: (ctx) => identity.blocks.blockAddress(ctx, block),
  unblockAddress: (ctx) => identity.blocks.unblockAddress(ctx, { ipAddress: '192.0.2.9' }),
};

/** Calls for any user. */
const open: Record<string, Call> = {
  listRoles: (ctx) => identity.users.listRoles(ctx, {}),
  getSession: (ctx) => identity.sessions.getSession(ctx, {}),
  confirmSession: (ctx) => identity.sessions.confirmSession(ctx, byPassword(PASSWORD)),
  listSessions: (ctx) => identity.sessions.listSessions(ctx, {}),
  endSession: (ctx) => identity.sessions.endSession(ctx, { id: sessionIds[1] ?? '' }),
  createApiToken: (ctx) =>
    identity.sessions.createApiToken(ctx, { companyId: 2, userId, role: 'analytics', password: '' }),
  createDemoToken: (ctx) => identity.sessions.createDemoToken(ctx, { companyId: 2 }),
  changePassword: (ctx) =>
    identity.passwords.changePassword(ctx, { currentPassword: PASSWORD, newPassword: 'Battery-Staple-88' }),
  logout: (ctx) => identity.sessions.logout(ctx, {}),
};

/** Calls of any user for their own second factors; `reason` is the error for a user without factors. */
const ownFactors: Record<string, { call: Call; reason?: string }> = {
  listFactors: { call: (ctx) => identity.factors.listFactors(ctx, {}) },
  beginTotp: { call: (ctx) => identity.factors.beginTotp(ctx, {}) },
  finishTotp: {
    call: (ctx) => identity.factors.finishTotp(ctx, { code: 'none', name: 'Phone' }),
    reason: 'WRONG_FACTOR',
  },
  beginPasskey: { call: (ctx) => identity.factors.beginPasskey(ctx, {}) },
  finishPasskey: {
    call: (ctx) => identity.factors.finishPasskey(ctx, { responseJson: '{}', name: 'Laptop' }),
    reason: 'WRONG_FACTOR',
  },
  renameFactor: {
    call: (ctx) => identity.factors.renameFactor(ctx, { id: 1, name: 'Laptop' }),
    reason: 'NOT_FOUND',
  },
  removeFactor: { call: (ctx) => identity.factors.removeFactor(ctx, { id: 1 }), reason: 'NOT_FOUND' },
  renewRecoveryCodes: { call: (ctx) => identity.factors.renewRecoveryCodes(ctx, {}), reason: 'NO_FACTOR' },
  beginAssertion: { call: (ctx) => identity.factors.beginAssertion(ctx, {}), reason: 'NO_FACTOR' },
  passFactor: {
    call: (ctx) =>
      identity.factors.passFactor(ctx, { proof: { $case: 'totpCode', value: '000000' }, deviceCookie: '' }),
    reason: 'NOTHING_LACKS',
  },
};

/** Calls that a restricted session may make, by what it lacks. */
const evenLacking = {
  second_factor: ['getSession', 'logout', 'beginAssertion', 'passFactor'],
  factor_enrolment: [
    ...['getSession', 'logout', 'confirmSession', 'listFactors'],
    ...['beginTotp', 'finishTotp', 'beginPasskey', 'finishPasskey'],
  ],
} as const;

/** Calls of the gateway with a service token. */
const gatewayOnly: Record<string, Call> = {
  setupStatus: (ctx) => identity.auth.setupStatus(ctx, {}),
  setupAdmin: (ctx) =>
    identity.auth.setupAdmin(ctx, { firstName: '', lastName: '', email: '', password: '', setupCode: '' }),
  login: (ctx) => identity.auth.login(ctx, signIn('nobody@example.in')),
  exchangeCredential: (ctx) =>
    identity.auth.exchangeCredential(ctx, {
      bearer: '',
      contextCookie: '',
      companyId: undefined,
      passive: true,
    }),
  liveness: (ctx) => identity.auth.liveness(ctx, { sessionIds: [], clientIds: [], activeSessionIds: [] }),
  getJwks: (ctx) => identity.auth.getJwks(ctx, {}),
  forgotPassword: (ctx) => identity.passwords.forgotPassword(ctx, { email: 'nobody@example.in' }),
  validateResetToken: (ctx) => identity.passwords.validateResetToken(ctx, { token: 'none' }),
  resetPassword: (ctx) => identity.passwords.resetPassword(ctx, { token: 'none', password: PASSWORD }),
  listBlockedAddresses: (ctx) => identity.blocks.listBlockedAddresses(ctx, {}),
  getUserNames: (ctx) => identity.names.getUserNames(ctx, { userIds: [], clientIds: [] }),
};

/** Calls of services with jobs. */
const jobs: Record<string, Call> = {
  checkAuthority: (ctx) => {
    const question = { userId, clientId: undefined, companyId: 2, permission: 'pii:read' };
    return identity.authority.checkAuthority(ctx, question);
  },
};

/** Called before a second person decides; account-changes.test.ts has its callers. */
const seconds: Record<string, Call> = {
  findDependentAccounts: (ctx) => identity.authority.findDependentAccounts(ctx, { userId, otherUserIds: [] }),
  findChangedAccounts: (to) => identity.authority.findChangedAccounts(to, { userIds: [], since: undefined }),
};

const CHANGE = { companyId: 2, isAlone: false, dueAt: undefined };
const noticesOf = () => identity.world.client(ApproverNoticesService, 'identity');

/** Calls of the vault for the company of its token. */
const notices: Record<string, Call> = {
  mailApprovers: (ctx) =>
    noticesOf().mailApprovers(ctx, {
      ...{ companyId: 2, approvalId: 1, requestedBy: userId, exceptUserIds: [] },
      ...{ kind: 'reveal', purpose: 'kyc', people: 10 },
    }),
  countApprovers: (ctx) => noticesOf().countApprovers(ctx, { companyId: 2, exceptUserIds: [] }),
  mailPolicyChange: (ctx) => noticesOf().mailPolicyChange(ctx, { ...CHANGE, requestedBy: userId }),
};

/** Calls of compliance for the company of its token. */
const facts: Record<string, Call> = {
  getAccessFacts: (ctx) =>
    identity.world.client(AccessFactsService, 'identity').getAccessFacts(ctx, { companyId: 2 }),
};

const callsOf = (table: Record<string, { call: Call }>) =>
  Object.entries(table).map(([name, { call }]) => [name, call] as const);
const managedCalls = callsOf(managed);
const others = [watched, counted, everywhere, open, gatewayOnly, jobs, seconds, notices, facts];
const everyCall = [
  ...managedCalls,
  ...callsOf(ownFactors),
  ...others.flatMap((table) => Object.entries(table)),
];

describe('authorisation', () => {
  it('has a row for every RPC', () => {
    expect(everyCall.map(([name]) => name).sort()).toEqual(Object.keys(everyRpc).sort());
  });

  it.each(everyCall)('%s: no, external and expired token', async (_name, call) => {
    for (const [what, ctx] of await identity.world.refused(SUPER))
      await expect(call(ctx), what).rejects.toMatchObject({ code: 'UNAUTHENTICATED' });
  });

  it.each(managedCalls)('%s: too little permission, and no service', async (_name, call) => {
    for (const ctx of [await identity.world.as(viewerOf(2)), identity.gateway()])
      await expect(call(ctx)).rejects.toMatchObject({ code: 'PERMISSION_DENIED' });
  });

  it.each(Object.entries(watched))('%s: too little permission, no service; an admin', async (_name, call) => {
    for (const ctx of [await identity.world.as(viewerOf(2)), identity.gateway()])
      await expect(call(ctx)).rejects.toMatchObject({ code: 'PERMISSION_DENIED' });
    await expect(call(await identity.world.as(adminOf(2)))).resolves.toBeDefined();
  });

  it.each(Object.entries(counted))('%s: analytics:read in that company', async (_name, call) => {
    const most = SUPER_PERMISSIONS.filter((name) => name !== 'analytics:read');
    for (const ctx of [
      await identity.world.as({ companies: { 1: ['analytics:read'], 2: most } }),
      await identity.world.as(adminOf(1)),
      identity.gateway(),
      identity.world.asService('compliance', 2),
    ])
      await expect(call(ctx)).rejects.toMatchObject({ code: 'PERMISSION_DENIED' });
    const analyst = { companies: { 2: ['analytics:read'] } };
    await expect(call(await identity.world.as(analyst))).resolves.toMatchObject({ days: [{ failed: 0 }] });
  });

  it.each(Object.entries(everywhere))('%s: not with a permission in one company', async (_name, call) => {
    const granted = { companies: { 1: ['access:manage'], 2: ['access:manage'] } };
    for (const ctx of [
      await identity.world.as(adminOf(1, 2)),
      await identity.world.as(granted),
      identity.gateway(),
    ])
      await expect(call(ctx)).rejects.toMatchObject({ code: 'PERMISSION_DENIED' });
    await expect(call(await identity.world.as(SUPER))).resolves.toBeDefined();
  });

  it.each(Object.entries(managed))('%s: another company', async (_name, { call, foreign }) => {
    const admin = await identity.world.as(adminOf(1));
    await expect(call(admin)).rejects.toMatchObject({ code: foreign });
  });

  it.each(Object.entries(open))('%s: any user, no service', async (name, call) => {
    await expect(call(identity.gateway())).rejects.toMatchObject({ code: 'PERMISSION_DENIED' });
    const user = { ...adminOf(2), userId, sessionId: sessionIds[0] ?? '' };
    await expect(call(await identity.world.as(user)), name).resolves.toBeDefined();
  });

  it.each(Object.entries(ownFactors))('%s: any user, no service', async (name, { call, reason }) => {
    await expect(call(identity.gateway())).rejects.toMatchObject({ code: 'PERMISSION_DENIED' });
    const ctx = await identity.world.as({
      ...adminOf(2),
      userId,
      sessionId: sessionIds[0] ?? '',
    });
    if (reason === undefined) await expect(call(ctx), name).resolves.toBeDefined();
    else await expect(call(ctx)).rejects.toMatchObject({ reason });
  });

  it.each(SESSION_LACKS)('a session that lacks its %s is refused every other call', async (lacks) => {
    const ctx = await identity.world.as({ ...SUPER, lacks });
    const reasons = {
      second_factor: 'SECOND_FACTOR_REQUIRED',
      factor_enrolment: 'FACTOR_ENROLMENT_REQUIRED',
    };
    const open: string[] = [];
    for (const [name, call] of everyCall) {
      const error = await call(ctx).then(
        () => undefined,
        (thrown: unknown) => thrown,
      );
      if ((error as { reason?: string } | undefined)?.reason !== reasons[lacks]) open.push(name);
      else expect(error, name).toMatchObject({ code: 'PERMISSION_DENIED' });
    }
    expect(open.sort()).toEqual([...evenLacking[lacks]].sort());
  });

  it.each(Object.entries(gatewayOnly))('%s: only the gateway', async (_name, call) => {
    for (const ctx of [await identity.world.as(SUPER), identity.world.asService('vault')])
      await expect(call(ctx)).rejects.toMatchObject({ code: 'PERMISSION_DENIED' });
  });

  it.each(Object.entries(jobs))('%s: services with jobs, for their company', async (_name, call) => {
    for (const ctx of [
      await identity.world.as(SUPER),
      identity.gateway(),
      identity.world.asService('vault', 1),
    ])
      await expect(call(ctx)).rejects.toMatchObject({ code: 'PERMISSION_DENIED' });
    await expect(call(identity.world.asService('vault', 2))).resolves.toBeDefined();
  });

  it.each(Object.entries(notices))('%s: the vault, for its company', async (_name, call) => {
    for (const ctx of [
      await identity.world.as(SUPER),
      identity.gateway(),
      identity.world.asService('vault', 1),
      identity.world.asService('compliance', 2),
    ])
      await expect(call(ctx)).rejects.toMatchObject({ code: 'PERMISSION_DENIED' });
    await expect(call(identity.world.asService('vault', 2))).resolves.toBeDefined();
  });

  it.each(Object.entries(facts))('%s: compliance, for its company', async (_name, call) => {
    for (const ctx of [
      await identity.world.as(SUPER),
      identity.gateway(),
      identity.world.asService('compliance', 1),
      identity.world.asService('vault', 2),
    ])
      await expect(call(ctx)).rejects.toMatchObject({ code: 'PERMISSION_DENIED' });
    await expect(call(identity.world.asService('compliance', 2))).resolves.toBeDefined();
  });

  it('gives the same answer for a user of another company as for an unknown one', async () => {
    const admin = await identity.world.as(adminOf(1));
    const hidden = await identity.users.getUser(admin, { userId }).catch((error: unknown) => error);
    const none = await identity.users.getUser(admin, { userId: 424_242 }).catch((error: unknown) => error);
    expect(hidden).toMatchObject({
      code: 'NOT_FOUND',
      reason: 'NOT_FOUND',
      message: 'Not found',
      details: [],
    });
    expect(none).toMatchObject({ code: 'NOT_FOUND', reason: 'NOT_FOUND', message: 'Not found', details: [] });
  });
});
