import type { Database } from '@pii-vault/platform/postgres/database';
import { permission, services } from '@pii-vault/platform/rpc/allow';
import { type RpcService, serve } from '@pii-vault/platform/rpc/serve';
import {
  type Notice as NoticeMessage,
  type Purpose,
  PurposesService,
} from '@pii-vault/proto/compliance/v1/purposes';
import { invalidEntry, noticeExists } from '../../errors.ts';
import { entryMessage, registerCalls } from '../register-calls.ts';
import type { RegisterDeps, ShownEntry } from '../register-entries.ts';
import { changedPurpose, checkPurpose, type Notice, type PurposeRow } from './purpose.ts';
import { purposeRegister, readNotices } from './purpose-store.ts';

/** The purpose of a consent and its alsoFor. */
const MAX_NAMED = 21;

export function purposesRpc(
  deps: RegisterDeps & { readonly db: Pick<Database, 'system'>; now(): Date },
): RpcService {
  const calls = registerCalls(deps, purposeRegister, toMessage);
  return serve(PurposesService, {
    listPurposes: {
      allow: permission('compliance:read', (req) => req.companyId),
      handle: async (ctx, req) => {
        const { entries, nextCursor } = await calls.list(ctx, req);
        return { purposes: entries, nextCursor };
      },
    },
    findPurposes: {
      allow: permission('compliance:read', (req) => req.companyId),
      handle: async (ctx, req) => {
        const { entries, nextCursor } = await calls.list(ctx, req);
        return { purposes: entries, nextCursor };
      },
    },
    createPurpose: {
      allow: permission('compliance:manage', (req) => req.companyId),
      handle: async (ctx, req) => {
        const notices = req.notice === undefined ? [] : [noticeOf(req.notice, deps.now())];
        const fields = { purpose: req.purpose, lawfulBasis: req.lawfulBasis ?? null, notices };
        checkPurpose(fields);
        const texts = { description: req.description };
        const input = { companyId: req.companyId, fields, texts };
        return { purpose: await calls.create(ctx, input, req) };
      },
    },
    updatePurpose: {
      allow: permission('compliance:manage'),
      handle: async (ctx, { id, ifRowVersion, lawfulBasis, description, notice: given }) => {
        const notice = given === undefined ? undefined : noticeOf(given, deps.now());
        const purpose = await calls.change(ctx, { id, ifRowVersion }, (before) => {
          if (before.row.notices.some(({ version }) => version === notice?.version)) throw noticeExists();
          return changedPurpose(before, { lawfulBasis, description, notice });
        });
        return { purpose };
      },
    },
    getNotices: {
      allow: services(['gateway']),
      handle: async (_ctx, { companyId, purposes }) => {
        if (purposes.length > MAX_NAMED) throw invalidEntry('purposes', `At most ${MAX_NAMED} purposes`);
        const known = await deps.db.system((tx) => readNotices(tx, companyId, purposes));
        const shown = known.map(({ purpose, notices }) => ({
          purpose,
          notices: notices.map(({ version, publishedAt }) => ({
            version,
            fieldTypes: [],
            publishedAt: new Date(publishedAt),
          })),
        }));
        return { purposes: shown };
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
    ...entryMessage({ row, shown }),
    description: shown.texts.description ?? '',
    notices: row.notices.map((notice) => ({
      ...notice,
      publishedAt: new Date(notice.publishedAt),
    })),
  };
}
