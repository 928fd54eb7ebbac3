import { idIn, pageById } from '@pii-vault/platform/core/tables/list-cursor';
import type { Database } from '@pii-vault/platform/postgres/database';
import { scopeWith } from '@pii-vault/platform/postgres/scope-with';
import { withoutNulls } from '@pii-vault/platform/postgres/without-nulls';
import { freshProof, permission } from '@pii-vault/platform/rpc/allow';
import { type RpcService, serve } from '@pii-vault/platform/rpc/serve';
import {
  LinkAgreementsService,
  type LinkAgreement as ProtoAgreement,
} from '@pii-vault/proto/tenancy/v1/link_agreements';
import type { TenancyConfig } from '../../config.ts';
import { acceptLinkAgreement } from './accept-link-agreement.ts';
import { createLinkAgreement } from './create-link-agreement.ts';
import { endLinkAgreement } from './end-link-agreement.ts';
import { agreementStatus, isAgreementLive, type LinkAgreement } from './link-agreement.ts';
import { listAgreements } from './link-agreement-store.ts';

const DEFAULT_LIMIT = 50;
const MAX_LIMIT = 200;

export function linkAgreementRpcs(deps: {
  readonly db: Database;
  readonly config: Pick<TenancyConfig, 'disclosureDelayMinutes'>;
}): RpcService {
  const create = createLinkAgreement(deps);
  const accept = acceptLinkAgreement(deps);
  const end = endLinkAgreement(deps);
  return serve(LinkAgreementsService, {
    createLinkAgreement: {
      allow: freshProof(permission('company:manage', (req) => req.companyId)),
      handle: async (ctx, req) => {
        const input = {
          ...req,
          disclosureMinutes: req.disclosureDelay ?? deps.config.disclosureDelayMinutes,
          includesHealthData: req.includesHealthData === true,
        };
        return { agreement: toProto(await create(ctx, input)) };
      },
    },
    listLinkAgreements: {
      allow: permission('company:manage', (req) => req.companyId),
      handle: async (ctx, req) => {
        const limit = Math.min(req.limit > 0 ? req.limit : DEFAULT_LIMIT, MAX_LIMIT);
        const page = { companyId: req.companyId, afterId: idIn(req.cursor) ?? 0, limit: limit + 1 };
        const found = await deps.db.tenant(scopeWith(ctx.caller, 'company:manage'), (tx) =>
          listAgreements(tx, page),
        );
        const { rows, nextCursor } = pageById(found, limit);
        return { agreements: rows.map(toProto), nextCursor };
      },
    },
    acceptLinkAgreement: {
      allow: freshProof(permission('company:manage')),
      handle: async (ctx, req) => ({ agreement: toProto(await accept(ctx, req.id)) }),
    },
    endLinkAgreement: {
      allow: freshProof(permission('company:manage')),
      handle: async (ctx, req) => ({ agreement: toProto(await end(ctx, req.id)) }),
    },
  });
}

export function toProto(agreement: LinkAgreement): ProtoAgreement {
  const now = Date.now();
  return {
    ...withoutNulls(agreement),
    status: agreementStatus(agreement, now),
    isLive: isAgreementLive(agreement, now),
    disclosureDelay: agreement.disclosureMinutes,
  };
}
