import { services } from '@pii-vault/platform/rpc/allow';
import { type RpcService, serve } from '@pii-vault/platform/rpc/serve';
import {
  FeaturesServiceService,
  type IndividualFeatures,
  type PullFeaturesRequest,
} from '@pii-vault/proto/vault/v1/features';
import { ENCODING_VERSION } from '../encoding/encoding-version.ts';
import { type EncodedRecord, HANDLE_TYPES } from '../encoding/record-encoder.ts';
import { invalidArgument } from '../errors.ts';
import type { PersonFeatures, PullFeatures, Selection } from './pull-features.ts';

/** People's features of one message: at most 1.6 kB each. */
const MESSAGE = 500;

export function featuresRpc(deps: { readonly pullFeatures: PullFeatures }): RpcService {
  return serve(FeaturesServiceService, {
    pullFeatures: {
      allow: services(['lineage'], (req: PullFeaturesRequest) => req.companyId),
      handle: async function* (ctx, req) {
        const { scopes, encodingVersion } = req;
        const companyId = Number(req.companyId);
        const input = { companyId, scopes, encodingVersion, selection: selectionOf(req) };
        for await (const people of deps.pullFeatures(ctx, input))
          for (let from = 0; from < people.length; from += MESSAGE)
            yield { people: people.slice(from, from + MESSAGE).map(toProto) };
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
    encodingVersion: ENCODING_VERSION,
    ...(one.encoded === undefined ? GONE : { gone: false, ...encodedProto(one.encoded) }),
  };
}

type EncodedFields = Omit<
  IndividualFeatures,
  'individualId' | 'version' | 'scope' | 'keyVersion' | 'encodingVersion' | 'gone'
>;

const NOTHING = Buffer.alloc(0);
const GONE: EncodedFields & { readonly gone: true } = {
  gone: true,
  handles: [],
  tokens: [],
  nameFilter: NOTHING,
  addressFilter: NOTHING,
  dobFilter: NOTHING,
  nameRarity: 0,
  isNameFull: false,
};

function encodedProto(encoded: EncodedRecord): EncodedFields {
  return {
    handles: HANDLE_TYPES.flatMap((fieldType, at) => {
      const handle = encoded.handles[at];
      return handle === undefined ? [] : [{ fieldType, handle: Buffer.from(handle) }];
    }),
    tokens: encoded.tokens.map(({ kind, token }) => ({ kind, token: Buffer.from(token) })),
    nameFilter: filterBytes(encoded.name),
    addressFilter: filterBytes(encoded.address),
    dobFilter: filterBytes(encoded.dob),
    nameRarity: encoded.nameRarity,
    isNameFull: encoded.isNameFull,
  };
}

function filterBytes(filter: Uint32Array | undefined): Buffer {
  const bytes = Buffer.alloc((filter?.length ?? 0) * 4);
  for (const [at, word] of (filter ?? []).entries()) bytes.writeUInt32LE(word, at * 4);
  return bytes;
}
