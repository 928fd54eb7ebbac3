import { AUTOMATE_ERASURE } from '@pii-vault/platform/core/context/fresh-proof';
import { freshProof, permission } from '@pii-vault/platform/rpc/allow';
import { type RpcService, serve } from '@pii-vault/platform/rpc/serve';
import {
  type EraseIndividualRequest,
  type Erasure as ErasureMessage,
  ErasuresService,
  type FindErasableRequest,
  type GetErasuresRequest,
  type ListErasuresRequest,
} from '@pii-vault/proto/vault/v1/erasures';
import { givenReason, reasonMessage, type ShownReason } from '../../limits/reasons/shown-reason.ts';
import type { EraseIndividual } from './erase-individual.ts';
import { type Erasure, stateOf } from './erasure.ts';
import type { FindErasable, GetErasures, ListErasures } from './get-erasures.ts';

export function erasuresRpc(deps: {
  readonly eraseIndividual: EraseIndividual;
  readonly getErasures: GetErasures;
  readonly listErasures: ListErasures;
  readonly findErasable: FindErasable;
}): RpcService {
  return serve(ErasuresService, {
    eraseIndividual: {
      allow: freshProof(
        permission('pii:erase', (req: EraseIndividualRequest) => req.companyId),
        undefined,
        AUTOMATE_ERASURE,
      ),
      handle: async (ctx, { companyId, individualId, reason, verifiedSame }) => {
        const person = { companyId, individualId };
        const input = {
          ...person,
          reason,
          ...(verifiedSame === undefined ? {} : { verifiedSame: verifiedSame.values }),
        };
        const erasure = await deps.eraseIndividual(ctx, input);
        return { erasure: erasureToProto(erasure, givenReason(ctx, input.companyId, reason)) };
      },
    },
    findErasable: {
      allow: permission('pii:erase', (req: FindErasableRequest) => req.companyId),
      handle: async (_ctx, req) => await deps.findErasable(req.companyId, req.individualIds),
    },
    getErasures: {
      allow: permission('pii:erase', (req: GetErasuresRequest) => req.companyId),
      handle: async (ctx, { companyId, id: individualId }) => {
        const found = await deps.getErasures(ctx, { individualId, companyId });
        return { erasures: found.map(({ erasure, reason }) => erasureToProto(erasure, reason)) };
      },
    },
    listErasures: {
      allow: permission('pii:erase', (req: ListErasuresRequest) => req.companyId),
      handle: async (ctx, req) => {
        const { erasures, nextCursor } = await deps.listErasures(ctx, req);
        return {
          erasures: erasures.map(({ erasure, reason }) => erasureToProto(erasure, reason)),
          nextCursor,
        };
      },
    },
  });
}

function erasureToProto(erasure: Erasure, reason: ShownReason): ErasureMessage {
  const { companyId, individualId, requestedAt, shredAt, shredded, certificate, verifiedSame } = erasure;
  return {
    companyId,
    individualId,
    status: stateOf(erasure),
    ...reasonMessage(reason),
    requestedAt,
    shredAt,
    shreddedAt: shredded?.at,
    certificate,
    verifiedSame: verifiedSame && { values: verifiedSame },
  };
}
