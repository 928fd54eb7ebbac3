import { recipientSchema } from '@pii-vault/contract/recipients/recipients-schema';
import type { KeysOf } from '@pii-vault/contract/routes';
import type { Clients } from '../clients.ts';
import type { Handlers } from '../edge/handler.ts';
import { jsonOf } from '../passed/json-of.ts';
import { etagOf } from '../wire/etag.ts';
import { present } from '../wire/values.ts';

const toRecipient = jsonOf(recipientSchema);

export function recipientsHandlers({
  recipients,
}: Pick<Clients, 'recipients'>): Handlers<KeysOf<'recipients'>> {
  return {
    // A message has no absent list: an empty one leaves the purposes and types as they are.
    'PUT /recipients/{id}': async ({ ctx, params, body, ifRowVersion }) => {
      const { purposes = [], fieldTypes = [] } = body;
      const message = { ...body, id: params.id, purposes, fieldTypes, ifRowVersion };
      const recipient = present((await recipients.updateRecipient(ctx, message)).recipient);
      return { body: toRecipient(recipient), headers: { ETag: etagOf(recipient.version) } };
    },
  };
}
