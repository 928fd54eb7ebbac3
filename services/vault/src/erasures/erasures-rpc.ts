import { permission } from '@pii-vault/platform/rpc/allow';
import { type RpcService, serve } from '@pii-vault/platform/rpc/serve';
import {
  type EraseIndividualRequest,
  type Erasure as ErasureMessage,
  ErasuresServiceService,
  type GetErasuresRequest,
} from '@pii-vault/proto/vault/v1/erasures';
import type { EraseIndividual } from './erase-individual.ts';
import { type Erasure, stateOf } from './erasure.ts';
import type { GetErasures } from './get-erasures.ts';

export function erasuresRpc(deps: {
  readonly eraseIndividual: EraseIndividual;
  readonly getErasures: GetErasures;
}): RpcService {
  return serve(ErasuresServiceService, {
    eraseIndividual: {
      allow: permission('pii:erase', (req: EraseIndividualRequest) => req.companyId),
      handle: async (ctx, { companyId, individualId, reason }) => {
        const input = { companyId: Number(companyId), individualId: Number(individualId), reason };
        return { erasure: erasureToProto(await deps.eraseIndividual(ctx, input), reason) };
      },
    },
    getErasures: {
      allow: permission('pii:erase', (req: GetErasuresRequest) => req.companyId),
      handle: async (ctx, { companyId, individualId }) => {
        const told = await deps.getErasures(ctx, {
          individualId: Number(individualId),
          ...(companyId === undefined ? {} : { companyId: Number(companyId) }),
        });
        return { erasures: told.map(({ erasure, reason }) => erasureToProto(erasure, reason)) };
      },
    },
  });
}

function erasureToProto(erasure: Erasure, reason: string): ErasureMessage {
  const { companyId, individualId, requestedAt, shredAt, shredded, certificate } = erasure;
  return {
    companyId: BigInt(companyId),
    individualId: BigInt(individualId),
    state: stateOf(erasure),
    reason,
    requestedAt,
    shredAt,
    shreddedAt: shredded?.at,
    certificate,
  };
}
