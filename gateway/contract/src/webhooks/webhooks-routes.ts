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
  failing: false,
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

const managed = { permission: 'company:manage' } as const;

export const webhooksRoutes = [
  row('GET /webhooks', {
    rpc: 'webhooks.listWebhooks',
    ...managed,
    query: listWebhooksQuery,
    response: z.array(webhookSchema),
    paged: true,
    summary: 'List webhooks: addresses of partner systems that receive events',
    example: { query: { companyId: '1' }, response: [webhook] },
  }),
  row('POST /webhooks', {
    ...managed,
    proof: 'fresh',
    body: json(createWebhookSchema),
    response: createdWebhookSchema,
    status: 201,
    idempotent: true,
    refusals: [409],
    responseHeaders: ['ETag'],
    summary: 'Create a webhook; its signing secret (Standard Webhooks, HMAC-SHA-256) is shown once',
    example: {
      body: { companyId: 1, url: webhook.url, events: webhook.events },
      response: { ...webhook, secret },
    },
  }),
  row('PUT /webhooks/{id}', {
    rpc: 'webhooks.updateWebhook',
    ...managed,
    proof: 'fresh',
    params: idParams,
    body: json(updateWebhookSchema),
    response: webhookSchema,
    refusals: [412],
    responseHeaders: ['ETag'],
    summary:
      'Update a webhook; omitted fields stay unchanged. While paused, events are neither sent nor stored',
    example: { params: { id: '4' }, body: { status: 'active' }, response: webhook },
  }),
  row('DELETE /webhooks/{id}', {
    rpc: 'webhooks.deleteWebhook',
    proof: 'fresh',
    ...managed,
    params: idParams,
    response: successSchema,
    refusals: [412],
    summary: 'Delete a webhook and its pending deliveries',
    example: { params: { id: '4' }, response: { success: true } },
  }),
  row('POST /webhooks/{id}/rotate-secret', {
    rpc: 'webhooks.rotateWebhookSecret',
    ...managed,
    proof: 'fresh',
    params: idParams,
    response: rotatedSecretSchema,
    refusals: [409],
    summary: 'Replace the secret; for a day both secrets sign, and another replacement is refused with 409',
    example: { params: { id: '4' }, response: { secret, formerUntil: '2026-11-23T08:00:00.000Z' } },
  }),
  row('GET /webhooks/{id}/deliveries', {
    rpc: 'webhooks.listDeliveries',
    ...managed,
    params: idParams,
    query: listDeliveriesQuery,
    response: z.array(deliverySchema),
    paged: true,
    summary: 'List deliveries with their state, newest first; delivered ones are kept 7 days, dead ones 30',
    example: { params: { id: '4' }, query: { status: 'dead' }, response: [delivery] },
  }),
  row('POST /webhooks/{id}/deliveries/{deliveryId}/replay', {
    rpc: 'webhooks.replayDelivery',
    ...managed,
    params: deliveryParams,
    response: deliverySchema,
    status: 202,
    summary: 'Send a delivery again with the same id and new attempts',
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
