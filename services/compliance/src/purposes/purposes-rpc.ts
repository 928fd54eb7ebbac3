import { permission } from '@pii-vault/platform/rpc/allow';
import { optionalNumber } from '@pii-vault/platform/rpc/optional-number';
import { type RpcService, serve } from '@pii-vault/platform/rpc/serve';
import {
  type Notice as NoticeMessage,
  type Purpose,
  PurposesServiceService,
} from '@pii-vault/proto/compliance/v1/purposes';
import { noticeExists } from '../errors.ts';
import {
  changeEntry,
  createEntry,
  listEntries,
  type RegisterDeps,
  type ShownEntry,
} from '../registers/register-entries.ts';
import { optionalId, pageOf } from '../registers/register-page.ts';
import { textsMessage } from '../registers/shown-texts.ts';
import { changedPurpose, checkPurpose, type Notice, type PurposeRow } from './purpose.ts';
import { purposeRegister } from './purpose-store.ts';

export function purposesRpc(deps: RegisterDeps & { now(): Date }): RpcService {
  const create = createEntry(deps, purposeRegister);
  const change = changeEntry(deps, purposeRegister);
  const list = listEntries(deps, purposeRegister);
  return serve(PurposesServiceService, {
    listPurposes: {
      allow: permission('compliance:read', (req) => req.companyId),
      handle: async (ctx, req) => {
        const { entries, nextBeforeId } = await list(ctx, pageOf(req));
        return { purposes: entries.map(toMessage), nextBeforeId: optionalId(nextBeforeId) };
      },
    },
    createPurpose: {
      allow: permission('compliance:manage', (req) => req.companyId),
      handle: async (ctx, req) => {
        const notices = req.notice === undefined ? [] : [noticeOf(req.notice, deps.now())];
        const fields = { purpose: req.purpose, lawfulBasis: req.lawfulBasis ?? null, notices };
        checkPurpose(fields);
        const texts = { description: req.description };
        const entry = await create(ctx, { companyId: Number(req.companyId), fields, texts }, req);
        return { purpose: toMessage(entry) };
      },
    },
    updatePurpose: {
      allow: permission('compliance:manage'),
      handle: async (ctx, { id, ifRowVersion, lawfulBasis, description, notice: given }) => {
        const notice = given === undefined ? undefined : noticeOf(given, deps.now());
        const entry = await change(ctx, Number(id), optionalNumber(ifRowVersion), (before) => {
          if (before.row.notices.some(({ version }) => version === notice?.version)) throw noticeExists();
          return changedPurpose(before, { lawfulBasis, description, notice });
        });
        return { purpose: toMessage(entry) };
      },
    },
  });
}

function noticeOf(
  { version, fieldTypes, retentionDays, endEvent, publishedAt }: NoticeMessage,
  now: Date,
): Notice {
  return {
    version,
    fieldTypes,
    ...(retentionDays === undefined ? {} : { retentionDays }),
    ...(endEvent === undefined ? {} : { endEvent }),
    publishedAt: (publishedAt ?? now).toISOString(),
  };
}

function toMessage({ row, shown }: ShownEntry<PurposeRow>): Purpose {
  return {
    id: BigInt(row.id),
    companyId: BigInt(row.companyId),
    purpose: row.purpose,
    lawfulBasis: row.lawfulBasis ?? undefined,
    description: shown.texts.description ?? '',
    notices: row.notices.map((notice) => ({
      ...notice,
      fieldTypes: [...notice.fieldTypes],
      publishedAt: new Date(notice.publishedAt),
    })),
    texts: textsMessage(shown),
    rowVersion: BigInt(row.rowVersion),
    createdAt: row.createdAt,
    updatedAt: row.updatedAt,
  };
}
