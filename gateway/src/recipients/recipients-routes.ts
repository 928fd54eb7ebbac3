import { type Recipient, recipientKinds } from '@pii-vault/contract/recipients/recipients-schema';
import type { KeysOf } from '@pii-vault/contract/routes';
import { fieldTypes } from '@pii-vault/contract/scalars';
import type { Recipient as Entry } from '@pii-vault/proto/compliance/v1/recipients';
import type { Clients } from '../clients.ts';
import type { Handlers } from '../edge/handler.ts';
import { companyOf } from '../wire/company-of.ts';
import { versioned } from '../wire/etag.ts';
import { fromOptionalIso } from '../wire/optional-time.ts';
import { pageBefore } from '../wire/page-before.ts';
import { toShownText, toShownTexts } from '../wire/shown-texts.ts';
import { oneOf, present, toIso, toOptionalIso } from '../wire/values.ts';

type Deps = Pick<Clients, 'recipients'>;

export function recipientsHandlers({ recipients }: Deps): Handlers<KeysOf<'recipients'>> {
  return {
    'GET /recipients': async ({ ctx, query, position }) => {
      const answer = await recipients.listRecipients(ctx, pageBefore(query, position));
      return { body: answer.recipients.map(toRecipient), next: answer.nextBeforeId?.toString() };
    },
    'POST /recipients': async ({ ctx, session, body }) => {
      const { recipient } = await recipients.createRecipient(ctx, {
        ...body,
        companyId: companyOf(body.companyId, session),
        sharedFrom: fromOptionalIso(body.sharedFrom),
      });
      return versioned(toRecipient, recipient);
    },
    'PUT /recipients/{id}': async ({ ctx, params, body, ifRowVersion }) => {
      const { recipient } = await recipients.updateRecipient(ctx, {
        ...body,
        id: params.id,
        purposes: body.purposes ?? [],
        fieldTypes: body.fieldTypes ?? [],
        sharedUntil: fromOptionalIso(body.sharedUntil),
        ifRowVersion,
      });
      return versioned(toRecipient, recipient);
    },
  };
}

export function toRecipient(recipient: Entry): Recipient {
  const texts = toShownTexts(present(recipient.texts));
  return {
    id: recipient.id,
    companyId: recipient.companyId,
    code: recipient.code,
    name: recipient.name,
    kind: oneOf(recipientKinds, recipient.kind),
    purposes: [...recipient.purposes],
    fieldTypes: recipient.fieldTypes.map((type) => oneOf(fieldTypes, type)),
    country: recipient.country ?? null,
    contract: toShownText(texts, 'contract', recipient.contract),
    texts,
    sharedFrom: toIso(recipient.sharedFrom),
    sharedUntil: toOptionalIso(recipient.sharedUntil),
    createdAt: toIso(recipient.createdAt),
    updatedAt: toIso(recipient.updatedAt),
    version: recipient.rowVersion,
  };
}
