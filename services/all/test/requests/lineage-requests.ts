import { type ApiRequest, byId } from '../api-caller.ts';
import type { OwnResources } from '../own-resources.ts';

/** Duplicates and links. */
export function lineageRequests(own: OwnResources): ApiRequest[] {
  const { companyId } = own;
  const query = { companyId };
  return [
    { key: 'GET /duplicates', query },
    { key: 'GET /data-lineage', query },
    { key: 'GET /data-lineage/summary', query },
    { key: 'GET /data-lineage/entries', query },
    { key: 'GET /data-lineage/analysis', query },
    { key: 'GET /data-lineage/entries/{id}/explain', ...byId(own.entryId) },
    {
      key: 'POST /data-lineage/entries/{id}/decision',
      ...byId(own.entryId),
      body: { verificationStatus: 'verified', note: 'seen' },
    },
    { key: 'DELETE /data-lineage/entries/{id}/decision', ...byId(own.entryId) },
    { key: 'POST /data-lineage/verifications', body: { companyId, ids: [own.entryId] } },
    { key: 'POST /security/probes/{id}/lift', ...byId(own.probeId) },
  ];
}
