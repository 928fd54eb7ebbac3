import type { Ctx } from '@pii-vault/platform/context/ctx';
import type { Database } from '@pii-vault/platform/db/database';
import { notFound } from '@pii-vault/platform/errors/not-found';
import { permission } from '@pii-vault/platform/rpc/allow';
import { type RpcService, serve } from '@pii-vault/platform/rpc/serve';
import {
  type ConsentEntry as ConsentEntryMessage,
  ConsentsServiceService,
  type ListConsentsRequest,
  type WithdrawConsentRequest,
} from '@pii-vault/proto/vault/v1/consents';
import type { CompanyStatus } from '../company-status/company-status.ts';
import { fieldTypesOf } from '../records/type-mask.ts';
import type { ConsentEntry } from './consent.ts';
import { consentToProto } from './consent-rpc.ts';
import { readConsents } from './consents-store.ts';
import type { WithdrawConsent } from './withdraw-consent.ts';

export function consentsRpc(deps: {
  readonly db: Pick<Database, 'tenant'>;
  readonly status: CompanyStatus;
  readonly withdrawConsent: WithdrawConsent;
}): RpcService {
  return serve(ConsentsServiceService, {
    withdrawConsent: {
      allow: permission('pii:write', (req: WithdrawConsentRequest) => req.companyId),
      handle: async (ctx, req) => {
        const { withdrawnAt, fieldTypes } = await deps.withdrawConsent(ctx, {
          companyId: Number(req.companyId),
          individualId: Number(req.individualId),
          purpose: req.purpose,
          fieldTypes: req.fieldTypes,
        });
        return { withdrawnAt, fieldTypes };
      },
    },
    listConsents: {
      allow: permission('pii:read', (req: ListConsentsRequest) => req.companyId),
      handle: async (_ctx: Ctx, req) => {
        const companyId = Number(req.companyId);
        await deps.status.requireOpen(companyId);
        const entries = await deps.db.tenant({ companies: [companyId] }, (tx) =>
          readConsents(tx, companyId, Number(req.individualId)),
        );
        if (entries === undefined) throw notFound();
        return { consents: entries.map(entryToProto) };
      },
    },
  });
}

function entryToProto(entry: ConsentEntry): ConsentEntryMessage {
  const { seq, recordedAt, kind } = entry;
  if (entry.kind === 'given') {
    return { id: BigInt(seq), kind, details: consentToProto(entry.details), fieldTypes: [], recordedAt };
  }
  const { purpose, at } = entry;
  const details = consentToProto({ purpose, date: at, alsoFor: [] }, at);
  return { id: BigInt(seq), kind, details, fieldTypes: fieldTypesOf(entry.typeMask), recordedAt };
}
