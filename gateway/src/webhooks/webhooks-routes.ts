import type { KeysOf } from '@pii-vault/contract/routes';
import { createdWebhookSchema } from '@pii-vault/contract/webhooks/webhooks-schema';
import type { Clients } from '../clients.ts';
import type { Handlers } from '../edge/handler.ts';
import { jsonOf } from '../passed/json-of.ts';
import { companyOf } from '../wire/company-of.ts';
import { etagOf } from '../wire/etag.ts';
import { present } from '../wire/values.ts';

const toCreated = jsonOf(createdWebhookSchema);

export function webhooksHandlers({ webhooks }: Pick<Clients, 'webhooks'>): Handlers<KeysOf<'webhooks'>> {
  return {
    // The secret is not a member of the message of a webhook, so that no other answer can have one.
    'POST /webhooks': async ({ ctx, session, body }) => {
      const companyId = companyOf(body.companyId, session);
      const { webhook, secret } = await webhooks.createWebhook(ctx, { ...body, companyId });
      const made = present(webhook);
      return { body: toCreated({ ...made, secret }), headers: { ETag: etagOf(made.version) } };
    },
  };
}
