import { services } from '@pii-vault/platform/rpc/allow';
import { type RpcService, serve } from '@pii-vault/platform/rpc/serve';
import {
  type BlockingToken,
  FeaturesServiceService,
  type IdentifierHandle,
  type IndividualFeatures,
  type PullFeaturesRequest,
} from '@pii-vault/proto/vault/v1/features';
import {
  DATE_WHOLE,
  type EncodedRows,
  filterAt,
  HANDLE_TYPES,
  hasHint,
  KEY_SLOTS,
  keyAt,
  NAME_FULL,
} from '../encoding/encoded-rows.ts';
import { ENCODING_VERSION } from '../encoding/encoding-version.ts';
import { invalidArgument } from '../errors.ts';
import type { PersonFeatures } from './encode-people.ts';
import type { PullFeatures, Selection } from './pull-features.ts';

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
    ...(one.encoded === undefined
      ? GONE
      : { gone: false, ...encodedProto(one.encoded.rows, one.encoded.row) }),
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
  isNameFull: false,
  isDateWhole: false,
};

function encodedProto(rows: EncodedRows, row: number): EncodedFields {
  const handles: IdentifierHandle[] = [];
  const tokens: BlockingToken[] = [];
  for (const [slot, kind] of KEY_SLOTS.entries()) {
    const key = keyAt(rows, row, slot);
    if (key === undefined) continue;
    if (slot < HANDLE_TYPES.length) handles.push({ fieldType: kind, handle: key });
    else tokens.push({ kind, token: key });
  }
  return {
    handles,
    tokens,
    nameFilter: filterAt(rows, row, 'name') ?? NOTHING,
    addressFilter: filterAt(rows, row, 'address') ?? NOTHING,
    dobFilter: filterAt(rows, row, 'dob') ?? NOTHING,
    isNameFull: hasHint(rows, row, NAME_FULL),
    isDateWhole: hasHint(rows, row, DATE_WHOLE),
  };
}
