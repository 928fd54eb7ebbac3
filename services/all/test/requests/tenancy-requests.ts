import { type ApiRequest, byId } from '../api-caller.ts';
import type { OwnResources } from '../own-resources.ts';

/** The company itself. */
export function companyRequests(own: OwnResources): ApiRequest[] {
  const { companyId } = own;
  return [
    { key: 'GET /companies' },
    { key: 'GET /companies/summary' },
    { key: 'PUT /companies/{id}', ...byId(companyId), body: { name: 'Saral Bank' } },
    { key: 'POST /companies/{id}/status', ...byId(companyId), body: { status: 'active' } },
    {
      key: 'POST /companies/{id}/reactivation-requests',
      ...byId(companyId),
      body: { reason: 'Suspended by mistake' },
    },
  ];
}

/** Link agreements and webhooks. */
export function tenancyRequests(own: OwnResources): ApiRequest[] {
  const { companyId } = own;
  const query = { companyId };
  return [
    { key: 'GET /link-agreements', query },
    {
      key: 'POST /link-agreements',
      body: { companyId, otherCompanyId: own.otherCompanyId, purpose: 'marketing' },
    },
    { key: 'POST /link-agreements/{id}/accept', ...byId(own.agreementId) },
    { key: 'DELETE /link-agreements/{id}', ...byId(own.agreementId) },
    { key: 'GET /webhooks', query },
    { key: 'POST /webhooks', body: { companyId, url: 'https://127.0.0.1:9009/', events: ['link_detected'] } },
    { key: 'PUT /webhooks/{id}', ...byId(own.webhookId), body: { status: 'paused' } },
    { key: 'POST /webhooks/{id}/rotate-secret', ...byId(own.webhookId) },
    { key: 'GET /webhooks/{id}/deliveries', ...byId(own.webhookId) },
    {
      key: 'POST /webhooks/{id}/deliveries/{deliveryId}/replay',
      params: { id: own.webhookId, deliveryId: own.deliveryId },
    },
    { key: 'DELETE /webhooks/{id}', ...byId(own.webhookId) },
  ];
}
