import type { Ctx } from '@pii-vault/platform/core/context/ctx';
import { permission } from '@pii-vault/platform/rpc/allow';
import { type RpcService, serve } from '@pii-vault/platform/rpc/serve';
import {
  type ConsentEntry as ConsentEntryMessage,
  ConsentsService,
  type GiveConsentsRequest,
  type ListConsentsRequest,
  type WithdrawConsentRequest,
  type WithdrawConsentsRequest,
} from '@pii-vault/proto/vault/v1/consents';
import { type ConsentEntry, fieldTypesOf } from '../../consents/consent.ts';
import { consentToProto, givenFromProto } from '../../consents/consent-rpc.ts';
import type { ConsentBatches } from './consent-batches.ts';
import type { ListConsents } from './list-consents.ts';
import type { WithdrawConsent } from './withdraw-consent.ts';

export function consentsRpc(
  deps: ConsentBatches & {
    readonly listConsents: ListConsents;
    readonly withdrawConsent: WithdrawConsent;
  },
): RpcService {
  return serve(ConsentsService, {
    giveConsents: {
      allow: permission('pii:write', (req: GiveConsentsRequest) => req.companyId),
      handle: async (ctx, req) => ({
        results: await deps.giveConsents(ctx, {
          companyId: req.companyId,
          individualIds: req.individualIds,
          details: givenFromProto(req.details, new Date()),
          fieldTypes: req.fieldTypes,
          isDryRun: req.dryRun ?? false,
        }),
      }),
    },
    withdrawConsents: {
      allow: permission('pii:write', (req: WithdrawConsentsRequest) => req.companyId),
      handle: async (ctx, req) => ({
        results: await deps.withdrawConsents(ctx, {
          companyId: req.companyId,
          individualIds: req.individualIds,
          purpose: req.purpose,
          fieldTypes: req.fieldTypes,
          isDryRun: req.dryRun ?? false,
        }),
      }),
    },
    withdrawConsent: {
      allow: permission('pii:write', (req: WithdrawConsentRequest) => req.companyId),
      handle: async (ctx, req) => {
        const { withdrawnAt, fieldTypes } = await deps.withdrawConsent(ctx, {
          companyId: req.companyId,
          individualId: req.individualId,
          purpose: req.purpose,
          fieldTypes: req.fieldTypes,
        });
        return { withdrawnAt, fieldTypes };
      },
    },
    listConsents: {
      allow: permission('pii:read', (req: ListConsentsRequest) => req.companyId),
      handle: async (ctx: Ctx, req) => {
        const histories = await deps.listConsents(ctx, {
          individualId: req.id,
          ...(req.companyId === undefined ? {} : { companyId: req.companyId }),
        });
        return {
          consents: histories.flatMap(({ companyId, entries }) =>
            entries.map((entry) => consentEntryToProto(companyId, entry)),
          ),
        };
      },
    },
  });
}

export function consentEntryToProto(company: number, entry: ConsentEntry): ConsentEntryMessage {
  const { recordedAt, kind } = entry;
  const base = { id: entry.seq, companyId: company, kind, recordedAt };
  const fieldTypes = fieldTypesOf(entry.typeMask);
  if (entry.kind === 'given') return { ...base, details: consentToProto(entry.details), fieldTypes };
  const { purpose, at } = entry;
  return { ...base, details: consentToProto({ purpose, date: at, alsoFor: [] }, at), fieldTypes };
}
