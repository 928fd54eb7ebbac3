import { services } from '@pii-vault/platform/rpc/allow';
import { type RpcService, serve } from '@pii-vault/platform/rpc/serve';
import {
  FeaturesServiceService,
  type IndividualFeatures,
  type PullFeaturesRequest,
} from '@pii-vault/proto/vault/v1/features';
import { invalidArgument } from '../errors.ts';
import { NORMALISER_VERSION } from '../field-types/matching-form.ts';
import type { PersonFeatures, PullFeatures, Selection } from './pull-features.ts';

export function featuresRpc(deps: { readonly pullFeatures: PullFeatures }): RpcService {
  return serve(FeaturesServiceService, {
    pullFeatures: {
      allow: services(['lineage'], (req: PullFeaturesRequest) => req.companyId),
      handle: async function* (ctx, req) {
        const input = { companyId: Number(req.companyId), scopes: req.scopes, selection: selectionOf(req) };
        for await (const people of deps.pullFeatures(ctx, input)) yield { people: people.map(toProto) };
      },
    },
  });
}

function selectionOf({ selection }: PullFeaturesRequest): Selection {
  if (selection?.$case === 'individuals') {
    return { kind: 'individuals', ids: selection.value.items.map((item) => Number(item.individualId)) };
  }
  if (selection?.$case === 'range') {
    const { afterIndividualId, limit } = selection.value;
    return { kind: 'range', after: Number(afterIndividualId), limit: Number(limit) };
  }
  throw invalidArgument('SELECTION_REQUIRED', 'selection', 'is required');
}

function toProto(one: PersonFeatures): IndividualFeatures {
  return {
    individualId: BigInt(one.individualId),
    version: BigInt(one.version),
    scope: one.scope.name,
    keyVersion: one.scope.keyVersion,
    normaliserVersion: NORMALISER_VERSION,
    gone: one.isGone,
    handles: one.handles.map(({ fieldType, handle }) => ({ fieldType, handle })),
  };
}
