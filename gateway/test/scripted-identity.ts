import type { RpcService } from '@pii-vault/platform/rpc/serve';
import { ApiCredentialServiceService } from '@pii-vault/proto/identity/v1/api_credentials';
import { CompanyRoleServiceService } from '@pii-vault/proto/identity/v1/company_roles';
import { UserDirectoryServiceService } from '@pii-vault/proto/identity/v1/directory';
import { FactorPolicyServiceService } from '@pii-vault/proto/identity/v1/factor_policies';
import { Factor, FactorServiceService } from '@pii-vault/proto/identity/v1/factors';
import { PasswordServiceService } from '@pii-vault/proto/identity/v1/passwords';
import {
  BlockedAddress,
  Device,
  GetLoginStatisticsResponse,
  LoginAttempt,
  SecurityServiceService,
  ThreatPattern,
} from '@pii-vault/proto/identity/v1/security';
import { LiveSession, SessionServiceService } from '@pii-vault/proto/identity/v1/sessions';
import { User, UserServiceService } from '@pii-vault/proto/identity/v1/users';
import { fakeRpc } from './fake-services.ts';
import { scriptedFigures } from './scripted-figures.ts';

const now = new Date('2026-11-21T08:00:00.000Z');
const user = User.fromPartial({
  id: 2n,
  email: 'ravi@example.com',
  firstName: 'Ravi',
  lastName: 'Iyer',
  role: 'pii_view',
  status: 'active',
  companyId: 1n,
  createdAt: now,
  updatedAt: now,
  rowVersion: 1n,
});
const role = { id: 5n, userId: 2n, companyId: 1n, role: 'admin', assignedAt: now };
const credentials = { clientId: 'pvc_7f3k2m9q', secret: 'pvs_secret' };

const session = LiveSession.fromPartial({
  id: 's1',
  kind: 'login',
  userId: 2n,
  ipAddress: '203.0.113.7',
  userAgent: 'curl',
  createdAt: now,
  lastSeenAt: now,
  expiresAt: now,
  isCurrent: true,
  createdBy: 2n,
});
const signedIn = {
  id: 2n,
  email: user.email,
  firstName: user.firstName,
  lastName: user.lastName,
  role: 'admin',
  companyId: 1n,
  companies: [{ companyId: 1n, role: 'admin', permissions: ['pii:read'] }],
  permissions: ['pii:read'],
  isSuperAdmin: false,
};
const factorPolicy = {
  companyId: 1n,
  roles: ['pii_view'],
  deploymentRoles: ['super_admin', 'admin'],
  updatedAt: now,
};
const factor = Factor.fromPartial({ id: 3n, kind: 'totp', name: 'Phone', createdAt: now });
const credential = LiveSession.fromPartial({
  id: 'pvc_7f3k2m9q',
  kind: 'api_credential',
  userId: 2n,
  createdAt: now,
});

const attempt = LoginAttempt.fromPartial({
  id: 12n,
  attemptedAt: now,
  email: 'ravi@example.com',
  ipAddress: '203.0.113.7',
  riskScore: 95,
  blocked: true,
  failureReason: 'blocked',
});
const device = Device.fromPartial({ userAgent: 'curl', attempts: 3n, firstSeenAt: now, lastSeenAt: now });
const pattern = {
  ...ThreatPattern.fromPartial({ attempts: 40n, firstSeenAt: now, lastSeenAt: now }),
  kind: 'password_spraying',
  sourceKind: 'address',
  source: '203.0.113.7',
  evidence: [attempt],
};
const blockedAddress = BlockedAddress.fromPartial({ id: 3n, ipAddress: '203.0.113.7', createdAt: now });

/** Identity's RPCs under a user's token. */
export const scriptedIdentity: readonly RpcService[] = [
  scriptedFigures.identity,
  fakeRpc(UserServiceService, {
    listUsers: async (_ctx, { afterId }) => ({
      users: [user],
      totalCount: 1n,
      nextAfterId: afterId === 0n ? 2n : undefined,
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
  fakeRpc(SecurityServiceService, {
    getLoginStatistics: async () => GetLoginStatisticsResponse.fromPartial({ totalAttempts: 3n }),
    listHighRiskAttempts: async (_ctx, { cursor }) => ({
      attempts: [attempt],
      nextCursor: cursor === '' ? '1790000000000000.12' : '',
    }),
    listDevices: async () => ({ devices: [device] }),
    listThreats: async () => ({ blockedAddresses: [blockedAddress], patterns: [pattern], unanswered: [] }),
  }),
  fakeRpc(PasswordServiceService, {
    forgotPassword: async () => ({}),
    validateResetToken: async () => ({ valid: true, maskedEmail: 'a***@example.com' }),
    resetPassword: async () => ({}),
    changePassword: async () => ({}),
  }),
  fakeRpc(UserDirectoryServiceService, {
    getUserNames: async () => ({ users: [user], clients: [{ clientId: 'partner', userId: 2n }] }),
  }),
  fakeRpc(CompanyRoleServiceService, {
    listCompanyRoles: async () => ({ roles: [role] }),
    assignCompanyRole: async () => ({ role }),
    removeCompanyRole: async () => ({}),
  }),
  fakeRpc(ApiCredentialServiceService, {
    getApiCredentials: async () => ({
      hasCredentials: false,
      clientId: '',
      createdAt: undefined,
      lastUsedAt: undefined,
      mayErase: false,
      formerSecretUntil: undefined,
    }),
    generateApiCredentials: async () => credentials,
    rotateApiCredentials: async () => credentials,
    revokeApiCredentials: async () => ({}),
  }),
  fakeRpc(FactorServiceService, {
    listFactors: async () => ({ factors: [factor], recoveryCodesLeft: 9, required: true, proofs: ['totp'] }),
    beginTotp: async () => ({ secret: 'JBSWY3DPEHPK3PXP', uri: 'otpauth://totp/x' }),
    finishTotp: async () => ({ factor, recoveryCodes: ['x3k9-0f7m-w2qa-6rbt'] }),
    beginPasskey: async () => ({ optionsJson: '{"challenge":"c"}' }),
    finishPasskey: async () => ({ factor, recoveryCodes: [] }),
    renameFactor: async () => ({ factor }),
    removeFactor: async () => ({}),
    renewRecoveryCodes: async () => ({ recoveryCodes: ['x3k9-0f7m-w2qa-6rbt'] }),
    beginAssertion: async () => ({ optionsJson: '{"challenge":"c"}' }),
    passFactor: async () => ({ user: signedIn, deviceCookie: 'd' }),
    listUserFactors: async () => ({ factors: [factor], recoveryCodesLeft: 9, required: true }),
    resetUserFactors: async () => ({}),
  }),
  fakeRpc(FactorPolicyServiceService, {
    getFactorPolicy: async () => ({ policy: factorPolicy }),
    setFactorPolicy: async () => ({ policy: factorPolicy }),
  }),
  fakeRpc(SessionServiceService, {
    logout: async () => ({}),
    confirmSession: async () => ({ provenUntil: now }),
    listUserSessions: async () => ({ sessions: [session, credential] }),
    endUserSession: async () => ({}),
    endSession: async () => ({}),
    createApiToken: async () => ({ token: 'api.token.x' }),
    createDemoToken: async () => ({ token: 'demo.token.x' }),
    listSessions: async () => ({ sessions: [session] }),
    getSession: async () => ({
      expiresAt: now,
      lacks: undefined,
      user: signedIn,
    }),
  }),
];
