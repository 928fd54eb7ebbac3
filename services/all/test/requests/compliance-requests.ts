import { type ApiRequest, byId } from '../api-caller.ts';
import type { OwnResources } from '../own-resources.ts';

/** Checks, reports and reviews. */
export function complianceRequests(own: OwnResources): ApiRequest[] {
  const { companyId } = own;
  const query = { companyId };
  return [
    { key: 'GET /compliance', query },
    { key: 'GET /compliance/trend', query },
    { key: 'GET /compliance/history', query },
    { key: 'POST /compliance/run', body: { companyId } },
    { key: 'POST /compliance/reports', body: { companyId, regulationType: 'gdpr', format: 'json' } },
    { key: 'GET /compliance/reports', query },
    { key: 'GET /access-reviews', query },
    ...reviewRequests(own),
    { key: 'POST /access-reviews', body: { companyId, startOver: false } },
    { key: 'GET /compliance/reports/{id}/file', ...byId(own.reportId) },
  ];
}

/** A review until its end. */
function reviewRequests({ reviewId, lineId, otherOpenLines }: OwnResources): ApiRequest[] {
  const review = byId(reviewId);
  return [
    { key: 'GET /access-reviews/{id}', ...review },
    { key: 'GET /access-reviews/{id}/lines', ...review },
    {
      key: 'POST /access-reviews/{id}/lines/{lineId}/decision',
      params: { id: reviewId, lineId },
      body: { decision: 'keep' },
    },
    { key: 'POST /access-reviews/{id}/keep', ...review, body: { open: otherOpenLines } },
    { key: 'POST /access-reviews/{id}/finish', ...review },
    { key: 'GET /access-reviews/{id}/evidence', ...review },
  ];
}

/** Registers. */
export function registerRequests(own: OwnResources): ApiRequest[] {
  const { companyId } = own;
  const query = { companyId };
  return [
    { key: 'GET /purposes', query },
    { key: 'POST /purposes', body: { companyId, purpose: 'kyc', description: 'saral-purpose' } },
    { key: 'PUT /purposes/{id}', ...byId(own.purposeId), body: { lawfulBasis: 'consent' } },
    { key: 'GET /grievances', query },
    { key: 'POST /grievances', body: { companyId, category: 'access', subject: 's', periodDays: 30 } },
    { key: 'PUT /grievances/{id}', ...byId(own.grievanceId), body: { resolution: 'answered' } },
    { key: 'GET /incidents', query },
    { key: 'POST /incidents', body: { companyId, title: 'Laptop lost' } },
    { key: 'PUT /incidents/{id}', ...byId(own.incidentId), body: { affected: 2 } },
    { key: 'GET /recipients', query },
    {
      key: 'POST /recipients',
      body: { companyId, code: 'bureau', name: 'Bureau', kind: 'processor', purposes: ['kyc'] },
    },
    { key: 'PUT /recipients/{id}', ...byId(own.recipientId), body: { country: 'IN' } },
  ];
}
