import { webhookEvents } from '@pii-vault/contract/webhooks/webhooks-schema';
import { z } from 'zod';

/** An HTTPS address and at least one event; the service checks where the address leads to. */
export const webhookFormSchema = z.object({
  url: z.url({ protocol: /^https?$/, error: 'An address such as https://example.com/hook' }).max(2_048),
  events: z.array(z.enum(webhookEvents)).min(1, 'Choose at least one event'),
});
export type WebhookValues = z.infer<typeof webhookFormSchema>;
