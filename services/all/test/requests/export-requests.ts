import type { RouteKey } from '@pii-vault/contract/routes';
import type { ApiRequest } from '../api-caller.ts';
import type { OwnResources } from '../own-resources.ts';

/** A request of A for every list with an export. */
export function exportRequests({ companyId }: OwnResources): ApiRequest[] {
  const ofCompany: readonly RouteKey[] = [
    'GET /individuals/export',
    'GET /users/export',
    'GET /link-agreements/export',
    'GET /data-lineage/entries/export',
    'GET /audit-trail/export',
    'GET /audit-user-actions/export',
    'GET /compliance/export',
    'GET /compliance/history/export',
    'GET /encryption-keys/export',
  ];
  const ofAll: readonly RouteKey[] = [
    'GET /companies/export',
    'GET /security/high-risk-attempts/export',
    'GET /security/devices/export',
  ];
  return [
    ...ofCompany.map((key, n) => ({ key, query: { companyId, format: n % 2 === 0 ? 'csv' : 'json' } })),
    ...ofAll.map((key) => ({ key, query: { format: 'json' } })),
  ];
}
