import { z } from 'zod';
import { idParams } from '../query.ts';
import { json, row } from '../row.ts';
import { successSchema } from '../scalars.ts';
import {
  createdWebhookSchema,
  createWebhookSchema,
  deliveryParams,
  deliverySchema,
  listDeliveriesQuery,
  listWebhooksQuery,
  rotatedSecretSchema,
  updateWebhookSchema,
  webhookSchema,
} from './webhooks-schema.ts';

const webhook = {
  id: 4,
  companyId: 1,
  url: 'https://partner.example.com/pii-vault',
  events: ['erasure_completed', 'violation_found'] as const,
  status: 'active' as const,
  createdAt: '2026-11-22T08:00:00.000Z',
  updatedAt: '2026-11-22T08:00:00.000Z',
  version: 1,
};
const secret = 'whsec_Zm9vYmFyYmF6cXV4Zm9vYmFyYmF6cXV4Zm9vYmFyYmE=';
const delivery = {
  id: 91,
  webhookId: 4,
  messageId: 'msg_0190a3f2-7d5c-7cc1-9b1e-3f6a2b4c5d6e',
  event: 'violation_found',
  items: 1,
  status: 'dead',
  attempts: 10,
  nextAttemptAt: null,
  lastAttemptAt: '2026-11-22T08:00:00.000Z',
  lastStatus: 503,
  lastError: 'STATUS',
  deliveredAt: null,
  createdAt: '2026-11-21T08:00:00.000Z',
};

const managed = { auth: 'permission', permission: 'company:manage' } as const;

export const webhooksRoutes = [
  row({
    ...managed,
    method: 'GET',
    path: '/webhooks',
    query: listWebhooksQuery,
    response: z.array(webhookSchema),
    paged: true,
    summary: 'Addresses of partner systems that are told of events',
    example: { query: { companyId: '1' }, response: [webhook] },
  }),
  row({
    ...managed,
    method: 'POST',
    path: '/webhooks',
    proof: 'fresh',
    body: json(createWebhookSchema),
    response: createdWebhookSchema,
    status: 201,
    idempotent: true,
    refusals: [409],
    tells: ['ETag'],
    summary: 'Register an address; the secret that signs (Standard Webhooks, HMAC-SHA-256) is shown once',
    example: {
      body: { companyId: 1, url: webhook.url, events: webhook.events },
      response: { ...webhook, secret },
    },
  }),
  row({
    ...managed,
    method: 'PUT',
    path: '/webhooks/{id}',
    proof: 'fresh',
    params: idParams,
    body: json(updateWebhookSchema),
    response: webhookSchema,
    refusals: [412],
    tells: ['ETag'],
    summary: 'Change a webhook; only the keys sent. Paused: nothing is sent, nor kept for later',
    example: { params: { id: '4' }, body: { status: 'active' }, response: webhook },
  }),
  row({
    ...managed,
    method: 'DELETE',
    path: '/webhooks/{id}',
    params: idParams,
    response: successSchema,
    summary: 'End a webhook, with everything that it was not told yet',
    example: { params: { id: '4' }, response: { success: true } },
  }),
  row({
    ...managed,
    method: 'POST',
    path: '/webhooks/{id}/rotate-secret',
    proof: 'fresh',
    params: idParams,
    response: rotatedSecretSchema,
    refusals: [409],
    summary: 'Replace the secret; for a day the former one signs, too, and until then 409',
    example: { params: { id: '4' }, response: { secret, formerUntil: '2026-11-23T08:00:00.000Z' } },
  }),
  row({
    ...managed,
    method: 'GET',
    path: '/webhooks/{id}/deliveries',
    params: idParams,
    query: listDeliveriesQuery,
    response: z.array(deliverySchema),
    paged: true,
    summary: 'What was sent, and what became of it, newest first; delivered is kept 7 days, dead 30',
    example: { params: { id: '4' }, query: { status: 'dead' }, response: [delivery] },
  }),
  row({
    ...managed,
    method: 'POST',
    path: '/webhooks/{id}/deliveries/{deliveryId}/replay',
    params: deliveryParams,
    response: deliverySchema,
    status: 202,
    summary: 'Send a delivery once more, under the same id, with all its attempts',
    example: {
      params: { id: '4', deliveryId: '91' },
      response: {
        ...delivery,
        status: 'pending',
        attempts: 0,
        nextAttemptAt: '2026-11-22T08:00:00.000Z',
        lastError: null,
      },
    },
  }),
] as const;
