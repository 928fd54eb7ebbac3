import type { ApiCaller, ApiRequest } from './api-caller.ts';
import { exportsOf } from './replay-exports.ts';

/** What company A has, by the ids that a stranger might try. */
export interface Belongings {
  readonly companyId: number;
  readonly otherCompanyId: number;
  readonly userId: number;
  readonly assignmentId: number;
  readonly individualId: number;
  readonly fieldId: number;
  readonly importId: number;
  readonly entryId: number;
  readonly auditId: number;
  readonly agreementId: number;
  readonly verificationId: number;
  readonly rotationId: number;
  /** Of a replaced version that nothing is under. */
  readonly expiredKeyId: number;
  /** Entries of the registers. */
  readonly purposeId: number;
  readonly grievanceId: number;
  readonly incidentId: number;
  readonly recipientId: number;
  readonly reportId: number;
  readonly webhookId: number;
  readonly deliveryId: number;
  /** Of the administrator that asks, and another session of it. */
  readonly password: string;
  readonly sessionId: string;
}

const consentDetails = { purpose: 'kyc', noticeVersion: '1', language: 'en', channel: 'web' };
export const csv =
  'customer_id,name,email\nX-1,Meena Pillai,meena@example.org\nX-2,Arun Bose,arun@example.org\n';
const aadhaarFree = {
  name: 'Asha Rao',
  email: 'asha.rao@example.org',
  pan: 'ABCPE1234F',
  phone: '+919812345678',
};

/** One request of A for every call that is not public, in an order in which A may make them all. */
export function requestsOf(own: Belongings): ApiRequest[] {
  const { companyId } = own;
  const query = { companyId };
  const id = (value: number | string) => ({ params: { id: value } });
  return [
    { key: 'GET /auth/session' },
    { key: 'GET /environment/status' },
    ...exportsOf(companyId),
    { key: 'GET /encryption-keys', query },
    { key: 'POST /encryption-keys/rotate', body: { companyId, keyType: 'field' } },
    { key: 'GET /encryption-keys/rotations/{id}', ...id(own.rotationId) },
    { key: 'DELETE /encryption-keys/{id}', ...id(own.expiredKeyId) },
    { key: 'GET /hsm/status' },
    { key: 'GET /auth/demo-token', query },
    { key: 'GET /auth/sessions' },
    { key: 'DELETE /auth/sessions/{id}', ...id(own.sessionId) },
    {
      key: 'POST /auth/token',
      body: { companyId, userId: own.userId, role: 'analytics', password: own.password },
    },
    { key: 'GET /companies' },
    { key: 'GET /companies/summary' },
    { key: 'GET /individuals/{id}/access-report', ...id(own.individualId), query },
    {
      key: 'PUT /individuals/{id}/nominee',
      ...id(own.individualId),
      body: { companyId, nominees: [{ name: 'Meera Rao', relationship: 'spouse' }] },
    },
    { key: 'GET /individuals/{id}/nominee', ...id(own.individualId), query },
    { key: 'PUT /companies/{id}', ...id(companyId), body: { name: 'Saral Bank' } },
    { key: 'POST /companies/{id}/status', ...id(companyId), body: { status: 'active' } },
    { key: 'GET /security/login-statistics', query: { hours: 24 } },
    { key: 'GET /security/high-risk-attempts' },
    { key: 'GET /security/devices' },
    { key: 'GET /security/threats' },
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
    { key: 'GET /users/{id}/company-roles', ...id(own.userId) },
    {
      key: 'DELETE /users/{id}/company-roles/{assignmentId}',
      params: { id: own.userId, assignmentId: own.assignmentId },
    },
    { key: 'POST /users/{id}/company-roles', ...id(own.userId), body: { companyId, role: 'analytics' } },
    { key: 'GET /users/{id}/api-credentials', ...id(own.userId) },
    { key: 'POST /users/{id}/api-credentials/generate', ...id(own.userId) },
    { key: 'POST /users/{id}/api-credentials/rotate', ...id(own.userId) },
    { key: 'DELETE /users/{id}/api-credentials', ...id(own.userId) },
    { key: 'GET /users/{id}', ...id(own.userId) },
    { key: 'PUT /users/{id}', ...id(own.userId), body: { firstName: 'Asha' } },
    { key: 'POST /users/{id}/status', ...id(own.userId), body: { status: 'active' } },
    { key: 'POST /users/{id}/admin-password', ...id(own.userId), body: { password: 'Correct-Horse-7' } },
    { key: 'POST /users/{id}/resend-email', ...id(own.userId), body: {} },
    { key: 'GET /link-agreements', query },
    {
      key: 'POST /link-agreements',
      body: { companyId, otherCompanyId: own.otherCompanyId, purpose: 'marketing' },
    },
    { key: 'POST /link-agreements/{id}/accept', ...id(own.agreementId) },
    { key: 'DELETE /link-agreements/{id}', ...id(own.agreementId) },
    { key: 'GET /webhooks', query },
    { key: 'POST /webhooks', body: { companyId, url: 'https://127.0.0.1:9009/', events: ['link_detected'] } },
    { key: 'PUT /webhooks/{id}', ...id(own.webhookId), body: { status: 'paused' } },
    { key: 'POST /webhooks/{id}/rotate-secret', ...id(own.webhookId) },
    { key: 'GET /webhooks/{id}/deliveries', ...id(own.webhookId) },
    {
      key: 'POST /webhooks/{id}/deliveries/{deliveryId}/replay',
      params: { id: own.webhookId, deliveryId: own.deliveryId },
    },
    { key: 'DELETE /webhooks/{id}', ...id(own.webhookId) },
    { key: 'GET /individuals', query },
    { key: 'POST /individuals', body: { companyId } },
    { key: 'GET /individuals/summary', query },
    { key: 'GET /individuals/{id}', ...id(own.individualId) },
    { key: 'GET /individuals/{id}', ...id(own.individualId), query: { purpose: 'kyc' } },
    {
      key: 'POST /pii-records',
      body: { companyId, consentDetails, fields: { ...aadhaarFree, name: 'Asha R' } },
    },
    {
      key: 'POST /pii-records/batch',
      body: { companyId, consentDetails, records: [{ fields: { name: 'Ravi Iyer' } }] },
    },
    {
      key: 'POST /pii-records/reveal',
      body: { companyId, individualIds: [own.individualId], purpose: 'kyc' },
    },
    {
      key: 'POST /pii-fields',
      body: {
        companyId,
        individualId: own.individualId,
        fieldType: 'dob',
        plainValue: '1990-04-12',
        consentDetails,
      },
    },
    { key: 'GET /pii-demo', query },
    { key: 'GET /pii-fields/{id}', ...id(own.fieldId) },
    { key: 'GET /pii-fields/{id}/history', ...id(own.fieldId) },
    { key: 'DELETE /pii-fields/{id}', ...id(own.fieldId) },
    { key: 'POST /pii-search', body: { companyId, fieldType: 'pan', value: 'ABCPE1234F' } },
    { key: 'POST /imports', query: { companyId, purpose: 'kyc', fileName: 'saral-people.csv' }, csv },
    { key: 'GET /imports', query },
    { key: 'GET /imports/{id}', ...id(own.importId) },
    { key: 'GET /imports/{id}/errors', ...id(own.importId) },
    { key: 'DELETE /imports/{id}', ...id(own.importId) },
    { key: 'GET /individuals/{id}/consents', ...id(own.individualId) },
    {
      key: 'POST /individuals/{id}/consent/withdraw',
      ...id(own.individualId),
      body: { companyId, purpose: 'kyc' },
    },
    { key: 'GET /duplicates', query },
    { key: 'GET /data-lineage', query },
    { key: 'GET /data-lineage/summary', query },
    { key: 'GET /data-lineage/entries', query },
    { key: 'GET /data-lineage/analysis', query },
    { key: 'GET /dashboard/metrics', query },
    { key: 'GET /analytics', query: { ...query, days: 7 } },
    { key: 'GET /data-lineage/entries/{id}/explain', ...id(own.entryId) },
    {
      key: 'POST /data-lineage/entries/{id}/decision',
      ...id(own.entryId),
      body: { verificationStatus: 'verified', note: 'seen' },
    },
    { key: 'GET /audit-trail', query },
    { key: 'GET /audit-user-actions', query },
    { key: 'GET /audit-trail/checkpoint' },
    { key: 'GET /audit-trail/proofs', query: { ids: [own.auditId] } },
    { key: 'GET /audit-trail/consistency', query: { from: 1, to: 2 } },
    { key: 'POST /audit-trail/verify' },
    { key: 'GET /audit-trail/verifications/{id}', ...id(own.verificationId) },
    { key: 'GET /audit-trail/{id}/proof', ...id(own.auditId) },
    { key: 'GET /compliance', query },
    { key: 'GET /compliance/history', query },
    { key: 'POST /compliance/run', body: { companyId } },
    { key: 'POST /compliance/reports', body: { companyId, regulationType: 'gdpr', format: 'json' } },
    { key: 'GET /compliance/reports', query },
    { key: 'GET /access-reviews', query },
    { key: 'POST /access-reviews', body: { companyId } },
    { key: 'GET /compliance/reports/{id}/file', ...id(own.reportId) },
    { key: 'GET /purposes', query },
    { key: 'POST /purposes', body: { companyId, purpose: 'kyc', description: 'saral-purpose' } },
    { key: 'PUT /purposes/{id}', ...id(own.purposeId), body: { lawfulBasis: 'consent' } },
    { key: 'GET /grievances', query },
    { key: 'POST /grievances', body: { companyId, category: 'access', subject: 's', periodDays: 30 } },
    { key: 'PUT /grievances/{id}', ...id(own.grievanceId), body: { resolution: 'answered' } },
    { key: 'GET /incidents', query },
    { key: 'POST /incidents', body: { companyId, title: 'Laptop lost' } },
    { key: 'PUT /incidents/{id}', ...id(own.incidentId), body: { affected: 2 } },
    { key: 'GET /recipients', query },
    {
      key: 'POST /recipients',
      body: { companyId, code: 'bureau', name: 'Bureau', kind: 'processor', purposes: ['kyc'] },
    },
    { key: 'PUT /recipients/{id}', ...id(own.recipientId), body: { country: 'IN' } },
    {
      key: 'POST /individuals/{id}/erase',
      ...id(own.individualId),
      body: { companyId, reason: 'asked for' },
    },
    { key: 'GET /individuals/{id}/erasure', ...id(own.individualId) },
    { key: 'DELETE /users/{id}', ...id(own.userId) },
    {
      key: 'POST /auth/change-password',
      body: { currentPassword: own.password, newPassword: 'Battery-Staple-88' },
    },
    { key: 'POST /auth/logout' },
  ];
}

/** Two people of A who share a PAN, so that lineage joins them. */
export async function createTwins(call: ApiCaller, companyId: number): Promise<number> {
  for (const [name, externalId] of [
    ['Asha Rao', 'A-1'],
    ['Asha Rao K', 'A-2'],
  ] as const) {
    const fields = { ...aadhaarFree, name };
    const answer = await call({
      key: 'POST /pii-records',
      body: { companyId, consentDetails, externalId, fields },
    });
    if (answer.status !== 201) throw new Error(`A person was refused: ${answer.text}`);
    if (externalId === 'A-2') return Number(answer.json().individualId);
  }
  return 0;
}
