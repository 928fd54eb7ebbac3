import { type ApiRequest, byId } from '../api-caller.ts';
import type { OwnResources } from '../own-resources.ts';

/** Sessions and tokens of the caller. */
export function sessionRequests(own: OwnResources): ApiRequest[] {
  const { companyId } = own;
  const query = { companyId };
  return [
    { key: 'GET /auth/session' },
    { key: 'GET /environment/status' },
    { key: 'POST /auth/confirm', body: { password: own.password } },
    { key: 'GET /auth/demo-token', query },
    { key: 'GET /auth/sessions' },
    { key: 'GET /auth/daily-mail' },
    { key: 'PUT /auth/daily-mail', body: { isOn: true } },
    ...factorRequests(),
    { key: 'DELETE /auth/sessions/{id}', ...byId(own.sessionId) },
    {
      key: 'POST /auth/token',
      body: { companyId, userId: own.userId, role: 'analytics' },
    },
  ];
}

/** Second factors of the caller, who has none. */
function factorRequests(): ApiRequest[] {
  const credential = { id: 'hG3k', rawId: 'hG3k', type: 'public-key' };
  const made = { ...credential, response: { clientDataJSON: 'e30', attestationObject: 'o2M' } };
  return [
    { key: 'GET /auth/factors' },
    { key: 'POST /auth/factors/totp' },
    { key: 'POST /auth/factors/totp/confirm', body: { code: '000000', name: 'Phone' } },
    { key: 'POST /auth/factors/passkey' },
    { key: 'POST /auth/factors/passkey/confirm', body: { response: made, name: 'Laptop' } },
    { key: 'PUT /auth/factors/{id}', ...byId(1), body: { name: 'Laptop' } },
    { key: 'DELETE /auth/factors/{id}', ...byId(1) },
    { key: 'POST /auth/factors/recovery-codes' },
    { key: 'POST /auth/factors/challenge' },
    { key: 'POST /auth/second-factor', body: { code: '000000' } },
  ];
}

/** Figures of sign-in attempts. */
export function securityRequests(): ApiRequest[] {
  return [
    { key: 'GET /security/login-statistics', query: { hours: 24 } },
    { key: 'GET /security/login-timeline' },
    { key: 'GET /security/high-risk-attempts' },
    { key: 'GET /security/devices' },
    { key: 'GET /security/threats' },
  ];
}

/** Users, their permissions and credentials. */
export function userRequests(own: OwnResources): ApiRequest[] {
  const { companyId } = own;
  const query = { companyId };
  return [
    { key: 'GET /users', query },
    { key: 'GET /users/roles' },
    {
      key: 'POST /users',
      body: {
        companyId,
        email: 'new@example.org',
        firstName: 'N',
        lastName: 'U',
        role: 'pii_view',
        sendEmail: false,
      },
    },
    { key: 'GET /users/{id}/company-roles', ...byId(own.userId) },
    {
      key: 'DELETE /users/{id}/company-roles/{assignmentId}',
      params: { id: own.userId, assignmentId: own.assignmentId },
    },
    { key: 'POST /users/{id}/company-roles', ...byId(own.userId), body: { companyId, role: 'analytics' } },
    { key: 'GET /users/{id}/api-credentials', ...byId(own.userId) },
    { key: 'POST /users/{id}/api-credentials/generate', ...byId(own.userId) },
    { key: 'POST /users/{id}/api-credentials/rotate', ...byId(own.userId) },
    { key: 'DELETE /users/{id}/api-credentials', ...byId(own.userId) },
    { key: 'GET /users/{id}/sessions', ...byId(own.userId) },
    { key: 'GET /users/{id}/factors', ...byId(own.userId) },
    { key: 'DELETE /users/{id}/factors', ...byId(own.userId) },
    {
      key: 'DELETE /users/{id}/sessions/{sid}',
      params: { id: own.userId, sid: own.userSessionId },
    },
    { key: 'GET /users/{id}', ...byId(own.userId) },
    { key: 'PUT /users/{id}', ...byId(own.userId), body: { firstName: 'Asha', role: 'admin' } },
    { key: 'POST /users/{id}/status', ...byId(own.userId), body: { status: 'active' } },
    { key: 'POST /users/{id}/admin-password', ...byId(own.userId), body: { password: 'Correct-Horse-7' } },
    { key: 'POST /users/{id}/resend-email', ...byId(own.userId), body: {} },
  ];
}

/** Logs out another user, then ends the caller's session. */
export function departureRequests(own: OwnResources): ApiRequest[] {
  return [
    { key: 'DELETE /users/{id}', ...byId(own.userId) },
    {
      key: 'POST /auth/change-password',
      body: { currentPassword: own.password, newPassword: 'Battery-Staple-88' },
    },
    { key: 'POST /auth/logout' },
  ];
}
