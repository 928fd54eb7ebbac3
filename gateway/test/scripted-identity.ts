import type { RpcService } from '@pii-vault/platform/rpc/serve';
import { ApiCredentialsService } from '@pii-vault/proto/identity/v1/api_credentials';
import { CompanyRolesService } from '@pii-vault/proto/identity/v1/company_roles';
import { UserDirectoryService } from '@pii-vault/proto/identity/v1/directory';
import { FactorPoliciesService } from '@pii-vault/proto/identity/v1/factor_policies';
import { Factor, FactorsService } from '@pii-vault/proto/identity/v1/factors';
import { PasswordsService } from '@pii-vault/proto/identity/v1/passwords';
import {
  BlockedAddress,
  Device,
  GetLoginStatisticsResponse,
  LoginAttempt,
  SecurityService,
  ThreatPattern,
} from '@pii-vault/proto/identity/v1/security';
import { LiveSession, SessionsService } from '@pii-vault/proto/identity/v1/sessions';
import { User, UsersService } from '@pii-vault/proto/identity/v1/users';
import { fakeRpc } from './fake-services.ts';
import { scriptedFigures } from './scripted-figures.ts';
import { scriptedWaiting } from './scripted-waiting.ts';

const now = new Date('2026-11-21T08:00:00.000Z');
const user = User.fromPartial({
  id: 2,
  email: 'ravi@example.com',
  firstName: 'Ravi',
  lastName: 'Iyer',
  role: 'pii_view',
  status: 'active',
  companyId: 1,
  createdAt: now,
  updatedAt: now,
  version: 1,
});
const role = { id: 5, userId: 2, companyId: 1, role: 'admin', assignedAt: now };
const credentials = { clientId: 'pvc_7f3k2m9q', secret: 'pvs_secret' };

const session = LiveSession.fromPartial({
  id: 's1',
  kind: 'login',
  userId: 2,
  ipAddress: '203.0.113.7',
  userAgent: 'curl',
  createdAt: now,
  lastSeenAt: now,
  expiresAt: now,
  isCurrent: true,
  createdBy: 2,
});
const signedIn = {
  id: 2,
  email: user.email,
  firstName: user.firstName,
  lastName: user.lastName,
  role: 'admin',
  companyId: 1,
  companies: [{ companyId: 1, role: 'admin', permissions: ['pii:read'] }],
  permissions: ['pii:read'],
  isSuperAdmin: false,
};
const factorPolicy = {
  companyId: 1,
  roles: ['pii_view'],
  alwaysRequired: ['admin'],
  updatedAt: now,
};
const factor = Factor.fromPartial({ id: 3, kind: 'totp', name: 'Phone', createdAt: now });
const credential = LiveSession.fromPartial({
  id: 'pvc_7f3k2m9q',
  kind: 'api_credential',
  userId: 2,
  createdAt: now,
});

const attempt = LoginAttempt.fromPartial({
  id: 12,
  timestamp: now,
  email: 'ravi@example.com',
  ipAddress: '203.0.113.7',
  riskScore: 95,
  blocked: true,
  failureReason: 'blocked',
  deviceInfo: {},
});
const device = Device.fromPartial({ userAgent: 'curl', attempts: 3, firstSeenAt: now, lastSeenAt: now });
const pattern = {
  ...ThreatPattern.fromPartial({ attempts: 40, firstSeenAt: now, lastSeenAt: now }),
  kind: 'password_spraying',
  source: { kind: 'address', value: '203.0.113.7' },
  evidence: [attempt],
};
const blockedAddress = BlockedAddress.fromPartial({ id: 3, ipAddress: '203.0.113.7', createdAt: now });

/** Identity's RPCs under a user's token. */
export const scriptedIdentity: readonly RpcService[] = [
  scriptedFigures.identity,
  fakeRpc(UsersService, {
    listUsers: async (_ctx, { cursor }) => ({
      users: [user],
      totalCount: 1,
      nextCursor: cursor === undefined ? '2' : undefined,
    }),
    createUser: async () => ({ user, temporaryPassword: 'Tq7!mz0pWv2c', emailSent: true }),
    getUser: async () => ({ user }),
    updateUser: async () => ({ user }),
    setUserStatus: async () => ({ user }),
    deleteUser: async () => ({}),
    setUserPassword: async () => ({}),
    resendWelcome: async () => ({ temporaryPassword: 'Tq7!mz0pWv2cXb9#', emailSent: true }),
    listRoles: async () => ({ roles: [{ value: 'pii_view', label: 'PII View' }] }),
  }),
  fakeRpc(SecurityService, {
    getLoginStatistics: async () => GetLoginStatisticsResponse.fromPartial({ totalAttempts: 3 }),
    listHighRiskAttempts: async (_ctx, { cursor }) => ({
      attempts: [attempt],
      nextCursor: cursor === undefined ? '1790000000000000.12' : undefined,
    }),
    listDevices: async () => ({ devices: [device] }),
    listThreats: async () => ({ blockedIps: [blockedAddress], patterns: [pattern], unansweredServices: [] }),
  }),
  fakeRpc(PasswordsService, {
    forgotPassword: async () => ({
      message: "If an account with that email exists, we've sent you a password reset link.",
    }),
    validateResetToken: async () => ({ valid: true, email: 'a***@example.com' }),
    resetPassword: async () => ({}),
    changePassword: async () => ({ message: 'Password changed successfully' }),
  }),
  fakeRpc(UserDirectoryService, {
    getUserNames: async () => ({ users: [user], clients: [{ clientId: 'partner', userId: 2 }] }),
  }),
  fakeRpc(CompanyRolesService, {
    listCompanyRoles: async () => ({ roles: [role] }),
    assignCompanyRole: async () => ({ role }),
    removeCompanyRole: async () => ({}),
  }),
  fakeRpc(ApiCredentialsService, {
    getApiCredentials: async () => ({
      hasCredentials: false,
      createdAt: undefined,
      lastUsed: undefined,
      mayErase: false,
      formerSecretUntil: undefined,
    }),
    generateApiCredentials: async () => credentials,
    rotateApiCredentials: async () => credentials,
    revokeApiCredentials: async () => ({}),
  }),
  fakeRpc(FactorsService, {
    listFactors: async () => ({ factors: [factor], recoveryCodesLeft: 9, required: true, proofs: ['totp'] }),
    beginTotp: async () => ({ secret: 'JBSWY3DPEHPK3PXP', uri: 'otpauth://totp/x' }),
    finishTotp: async () => ({ factor, recoveryCodes: ['x3k9-0f7m-w2qa-6rbt'] }),
    beginPasskey: async () => ({ optionsJson: '{"challenge":"c"}' }),
    finishPasskey: async () => ({ factor, recoveryCodes: [] }),
    renameFactor: async () => ({ factor }),
    removeFactor: async () => ({}),
    renewRecoveryCodes: async () => ({ recoveryCodes: ['x3k9-0f7m-w2qa-6rbt'] }),
    beginAssertion: async () => ({ optionsJson: '{"challenge":"c"}' }),
    passFactor: async () => ({ user: signedIn, deviceCookie: 'd', lacks: undefined }),
    listUserFactors: async () => ({ factors: [factor], recoveryCodesLeft: 9, required: true }),
    resetUserFactors: async () => ({}),
  }),
  fakeRpc(FactorPoliciesService, {
    getFactorPolicy: async () => ({ policy: factorPolicy }),
    setFactorPolicy: async () => ({ policy: factorPolicy }),
  }),
  fakeRpc(SessionsService, {
    logout: async () => ({}),
    confirmSession: async () => ({ provenUntil: now }),
    listUserSessions: async () => ({ sessions: [session, credential] }),
    endUserSession: async () => ({}),
    endSession: async () => ({}),
    createApiToken: async () => ({ token: 'api.token.x', expiresIn: '24h' }),
    createDemoToken: async (_ctx, { companyId }) => ({
      token: 'demo.token.x',
      companyId,
      usage: 'Authorization: Bearer demo.token.x',
    }),
    listSessions: async () => ({ sessions: [session] }),
    getSession: async () => ({
      expiresAt: now,
      lacks: undefined,
      user: signedIn,
    }),
  }),
  scriptedWaiting('identity'),
];
