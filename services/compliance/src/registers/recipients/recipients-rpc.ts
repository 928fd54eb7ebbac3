import { permission } from '@pii-vault/platform/rpc/allow';
import { type RpcService, serve } from '@pii-vault/platform/rpc/serve';
import { type Recipient, RecipientsService } from '@pii-vault/proto/compliance/v1/recipients';
import { entryMessage, registerCalls } from '../register-calls.ts';
import type { RegisterDeps, ShownEntry } from '../register-entries.ts';
import { textOf } from '../shown-texts.ts';
import { changedRecipient, checkRecipient, checkRecipientName, type RecipientRow } from './recipient.ts';
import { recipientRegister } from './recipient-store.ts';

export function recipientsRpc(deps: RegisterDeps & { now(): Date }): RpcService {
  const calls = registerCalls(deps, recipientRegister, toMessage);
  return serve(RecipientsService, {
    listRecipients: {
      allow: permission('compliance:read', (req) => req.companyId),
      handle: async (ctx, req) => {
        const { entries, nextCursor } = await calls.list(ctx, req);
        return { recipients: entries, nextCursor };
      },
    },
    findRecipients: {
      allow: permission('compliance:read', (req) => req.companyId),
      handle: async (ctx, req) => {
        const { entries, nextCursor } = await calls.list(ctx, req);
        return { recipients: entries, nextCursor };
      },
    },
    createRecipient: {
      allow: permission('compliance:manage', (req) => req.companyId),
      handle: async (ctx, req) => {
        const { code, kind, purposes, fieldTypes, country = null, sharedFrom = deps.now() } = req;
        const fields = { code, kind, purposes, fieldTypes, country, sharedFrom, sharedUntil: null };
        checkRecipient(fields);
        checkRecipientName(req.name);
        const texts = { name: req.name, contract: req.contract };
        const input = { companyId: req.companyId, fields, texts };
        return { recipient: await calls.create(ctx, input, req) };
      },
    },
    updateRecipient: {
      allow: permission('compliance:manage'),
      handle: async (ctx, { id, ifRowVersion, ...wanted }) => {
        const recipient = await calls.change(ctx, { id, ifRowVersion }, (before) =>
          changedRecipient(before, wanted),
        );
        return { recipient };
      },
    },
  });
}

function toMessage({ row, shown }: ShownEntry<RecipientRow>): Recipient {
  return {
    ...entryMessage({ row, shown }),
    name: shown.texts.name ?? '',
    contract: textOf(shown, 'contract'),
  };
}
