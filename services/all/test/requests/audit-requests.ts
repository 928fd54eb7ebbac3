import { type ApiRequest, byId } from '../api-caller.ts';
import type { OwnResources } from '../own-resources.ts';

/** Trail and proofs. */
export function auditRequests(own: OwnResources): ApiRequest[] {
  const { companyId } = own;
  const query = { companyId };
  return [
    { key: 'GET /audit-trail', query },
    { key: 'GET /audit-user-actions', query },
    { key: 'GET /audit-trail/checkpoint' },
    { key: 'GET /audit-trail/proofs', query: { ids: [own.auditId] } },
    { key: 'GET /audit-trail/consistency', query: { from: 1, to: 2 } },
    { key: 'POST /audit-trail/verify' },
    { key: 'GET /audit-trail/verifications/{id}', ...byId(own.verificationId) },
    { key: 'GET /audit-trail/{id}/proof', ...byId(own.auditId) },
  ];
}
