import { z } from 'zod';
import { companyQuery, idParam, pageQuery } from '../query.ts';
import { countSchema, idSchema, timestampSchema, versionSchema } from '../scalars.ts';

export const webhookEvents = [
  'field_revealed',
  'link_detected',
  'erasure_completed',
  'violation_found',
] as const;
export const webhookStatuses = ['active', 'paused'] as const;
export const deliveryStatuses = ['pending', 'delivered', 'dead'] as const;

const urlSchema = z.string().min(1).max(2_048);
const eventsSchema = z.array(z.enum(webhookEvents)).min(1).max(webhookEvents.length);

export const webhookSchema = z
  .object({
    id: idSchema,
    companyId: idSchema,
    url: z.string(),
    events: eventsSchema,
    status: z.enum(webhookStatuses),
    /** A delivery failed, and none after it was delivered. */
    failing: z.boolean(),
    createdAt: timestampSchema,
    updatedAt: timestampSchema,
    version: versionSchema,
  })
  .meta({ id: 'Webhook' });
export type Webhook = z.output<typeof webhookSchema>;

/** Allows signing as this vault: shown once. */
const secretSchema = z.string().regex(/^whsec_/);
export const createdWebhookSchema = webhookSchema
  .extend({ secret: secretSchema })
  .meta({ id: 'CreatedWebhook' });

export const rotatedSecretSchema = z
  .object({ secret: secretSchema, formerUntil: timestampSchema })
  .meta({ id: 'RotatedWebhookSecret' });

export const deliverySchema = z
  .object({
    id: idSchema,
    webhookId: idSchema,
    /** Header webhook-id: the same at every attempt and replay. */
    messageId: z.string(),
    event: z.enum(webhookEvents),
    items: countSchema,
    status: z.enum(deliveryStatuses),
    attempts: countSchema,
    nextAttemptAt: timestampSchema.nullable(),
    lastAttemptAt: timestampSchema.nullable(),
    lastStatus: z.number().int().nullable(),
    lastError: z.string().nullable(),
    deliveredAt: timestampSchema.nullable(),
    createdAt: timestampSchema,
  })
  .meta({ id: 'WebhookDelivery' });
export type Delivery = z.output<typeof deliverySchema>;

export const listWebhooksQuery = z.strictObject({ ...companyQuery, ...pageQuery });
export const createWebhookSchema = z.strictObject({
  companyId: idSchema.optional(),
  url: urlSchema,
  events: eventsSchema,
});
export const updateWebhookSchema = z.strictObject({
  url: urlSchema.optional(),
  events: eventsSchema.optional(),
  status: z.enum(webhookStatuses).optional(),
});
export const listDeliveriesQuery = z.strictObject({
  status: z.enum(deliveryStatuses).optional(),
  ...pageQuery,
});
export const deliveryParams = z.strictObject({ id: idParam, deliveryId: idParam });
