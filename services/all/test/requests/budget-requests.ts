import { type ApiRequest, byId } from '../api-caller.ts';
import type { OwnResources } from '../own-resources.ts';

/** Reveal budgets, and requests for approval by a second person. */
export function budgetRequests({
  companyId,
  approvalId,
  refusableId,
  policyChangeId,
}: OwnResources): ApiRequest[] {
  const query = { companyId };
  const policy = {
    ...{ peoplePerUser: 500, peoplePerCredential: 50_000, byPurpose: [], conflicts: 200 },
    ...{ searchesPerUser: 200, searchesPerCredential: 5_000 },
    bulkApproval: { revealsAbove: 1_000, exportsAbove: 10_000, hours: 24 },
  };
  const wanted = { kind: 'reveal', purpose: 'kyc', people: 5, reason: 'Yearly review' };
  return [
    { key: 'GET /reveal-budget', query },
    { key: 'GET /reveal-policy', query },
    {
      key: 'POST /reveal-policy/changes/{id}/decide',
      ...byId(policyChangeId),
      body: { companyId, decision: 'approved' },
    },
    // Tightens the limits just approved.
    { key: 'PUT /reveal-policy', body: { companyId, ...policy } },
    { key: 'GET /second-factor-policy', query },
    { key: 'PUT /second-factor-policy', body: { companyId, roles: ['analytics'] } },
    { key: 'GET /approvals', query },
    { key: 'POST /approvals', body: { companyId, ...wanted } },
    { key: 'POST /approvals/{id}/approve', ...byId(approvalId) },
    { key: 'POST /approvals/{id}/refuse', ...byId(refusableId) },
  ];
}
