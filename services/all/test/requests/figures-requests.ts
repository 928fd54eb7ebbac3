import type { ApiRequest } from '../api-caller.ts';
import type { OwnResources } from '../own-resources.ts';

/** Figures that the gateway aggregates from several services. */
export function figuresRequests({ companyId }: OwnResources): ApiRequest[] {
  return [
    { key: 'GET /dashboard/metrics', query: { companyId } },
    { key: 'GET /waiting', query: { companyId } },
    { key: 'GET /analytics', query: { companyId, days: 7 } },
  ];
}
