import { services } from '@pii-vault/platform/rpc/allow';
import { type RpcService, serve } from '@pii-vault/platform/rpc/serve';
import {
  FeaturesForm,
  FeaturesService,
  type ListConsentingRequest,
  type MatchFeatures,
  type PullFeaturesRequest,
} from '@pii-vault/proto/vault/v1/features';
import { rowBytes } from '../../encoding/encoded-rows.ts';
import { ENCODING_VERSION } from '../../encoding/encoding-version.ts';
import { formUnknown, invalidField } from '../../errors.ts';
import type { PersonFeatures } from './encode-people.ts';
import type { ListConsenting } from './list-consenting.ts';
import type { PullFeatures, Selection } from './pull-features.ts';

/** People per message: at most 1 kB of features each. */
const MESSAGE = 500;

export interface FeaturesDeps {
  readonly pullFeatures: PullFeatures;
  readonly listConsenting: ListConsenting;
}

export function featuresRpc(deps: FeaturesDeps): RpcService {
  return serve(FeaturesService, {
    pullFeatures: {
      allow: services(['lineage'], (req: PullFeaturesRequest) => req.companyId),
      handle: async function* (ctx, req) {
        if (req.form !== FeaturesForm.FEATURES_FORM_ROWS) throw formUnknown();
        const { scopes, encodingVersion } = req;
        const companyId = req.companyId;
        const input = { companyId, scopes, encodingVersion, selection: selectionOf(req) };
        for await (const people of deps.pullFeatures(ctx, input))
          for (let from = 0; from < people.length; from += MESSAGE)
            yield { people: [], features: people.slice(from, from + MESSAGE).map(toProto) };
      },
    },
    listConsenting: {
      allow: services(['lineage'], (req: ListConsentingRequest) => req.companyId),
      handle: async (_ctx, { companyId, individualIds, purpose }) => {
        const ids = individualIds;
        return { individualIds: await deps.listConsenting(companyId, ids, purpose) };
      },
    },
  });
}

function selectionOf({ selection }: PullFeaturesRequest): Selection {
  if (selection?.$case === 'individuals') {
    return { kind: 'individuals', ids: selection.value.items.map((item) => item.individualId) };
  }
  if (selection?.$case === 'range') {
    const { afterIndividualId, limit } = selection.value;
    return { kind: 'range', after: afterIndividualId, limit };
  }
  throw invalidField('SELECTION_REQUIRED', 'selection', 'is required');
}

function toProto(features: PersonFeatures): MatchFeatures {
  const { individualId, version, scope, isWithheld, consentEndsAt, encoded } = features;
  return {
    individualId,
    version,
    scope: scope.name,
    keyVersion: scope.keyVersion,
    encodingVersion: ENCODING_VERSION,
    withheld: isWithheld,
    consentEndsAt,
    ...(encoded === undefined ? GONE : { gone: false, ...rowBytes(encoded.rows, encoded.row) }),
  };
}

const NOTHING = Buffer.alloc(0);
const GONE = { gone: true, keys: NOTHING, filters: NOTHING, hints: 0, codes: NOTHING };
