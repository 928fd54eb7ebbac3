import type { ApiRequest } from '../api-caller.ts';
import type { Belongings } from '../belongings.ts';

/** Figures that the gateway puts together from several services. */
export function figuresRequests({ companyId }: Belongings): ApiRequest[] {
  return [
    { key: 'GET /dashboard/metrics', query: { companyId } },
    { key: 'GET /analytics', query: { companyId, days: 7 } },
  ];
}
