import { permission } from '@pii-vault/platform/rpc/allow';
import { optionalNumber } from '@pii-vault/platform/rpc/optional-number';
import { type RpcService, serve } from '@pii-vault/platform/rpc/serve';
import { type Recipient, RecipientsServiceService } from '@pii-vault/proto/compliance/v1/recipients';
import {
  changeEntry,
  createEntry,
  listEntries,
  type RegisterDeps,
  type ShownEntry,
} from '../registers/register-entries.ts';
import { optionalId, pageOf } from '../registers/register-page.ts';
import { textsMessage } from '../registers/shown-texts.ts';
import { changedRecipient, checkRecipient, type RecipientRow } from './recipient.ts';
import { recipientRegister } from './recipient-store.ts';

export function recipientsRpc(deps: RegisterDeps & { now(): Date }): RpcService {
  const create = createEntry(deps, recipientRegister);
  const change = changeEntry(deps, recipientRegister);
  const list = listEntries(deps, recipientRegister);
  return serve(RecipientsServiceService, {
    listRecipients: {
      allow: permission('compliance:read', (req) => req.companyId),
      handle: async (ctx, req) => {
        const { entries, nextBeforeId } = await list(ctx, pageOf(req));
        return { recipients: entries.map(toMessage), nextBeforeId: optionalId(nextBeforeId) };
      },
    },
    createRecipient: {
      allow: permission('compliance:manage', (req) => req.companyId),
      handle: async (ctx, req) => {
        const { code, kind, purposes, fieldTypes, country = null, sharedFrom = deps.now() } = req;
        const fields = { code, kind, purposes, fieldTypes, country, sharedFrom, sharedUntil: null };
        checkRecipient(fields);
        const texts = { name: req.name, contract: req.contract };
        const entry = await create(ctx, { companyId: Number(req.companyId), fields, texts }, req);
        return { recipient: toMessage(entry) };
      },
    },
    updateRecipient: {
      allow: permission('compliance:manage'),
      handle: async (ctx, { id, ifRowVersion, ...wanted }) => {
        const entry = await change(ctx, Number(id), optionalNumber(ifRowVersion), (before) =>
          changedRecipient(before, wanted),
        );
        return { recipient: toMessage(entry) };
      },
    },
  });
}

function toMessage({ row, shown }: ShownEntry<RecipientRow>): Recipient {
  return {
    id: BigInt(row.id),
    companyId: BigInt(row.companyId),
    code: row.code,
    name: shown.texts.name ?? '',
    kind: row.kind,
    purposes: [...row.purposes],
    fieldTypes: [...row.fieldTypes],
    country: row.country ?? undefined,
    contract: shown.texts.contract ?? '',
    sharedFrom: row.sharedFrom,
    sharedUntil: row.sharedUntil ?? undefined,
    texts: textsMessage(shown),
    rowVersion: BigInt(row.rowVersion),
    createdAt: row.createdAt,
    updatedAt: row.updatedAt,
  };
}
