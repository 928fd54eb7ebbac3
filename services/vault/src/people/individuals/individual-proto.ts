import type {
  Individual as IndividualMessage,
  ListIndividualsRequest,
} from '@pii-vault/proto/vault/v1/individuals';
import { fieldTypesOf } from '../../consents/consent.ts';
import type { Individual, Presence } from './individual.ts';
import type { ListInput } from './individuals-page.ts';
import { requireFilter } from './people-filter.ts';

/** `presences` of any people; uses those of this one. */
export function individualToProto(one: Individual, presences: readonly Presence[]): IndividualMessage {
  const mine = presences.filter((presence) => presence.id === one.id);
  return {
    id: one.id,
    masterKey: one.masterKey,
    companyId: one.companyId,
    dataQualityScore: one.quality,
    completenessPercentage: one.completeness,
    createdAt: one.createdAt,
    updatedAt: one.updatedAt,
    piiFields: mine.flatMap(({ companyId, typeMask }) =>
      fieldTypesOf(typeMask).map((fieldType) => ({ fieldType, companyId })),
    ),
    companyIds: mine.map((presence) => presence.companyId),
    recordVersion: one.recordVersion,
  };
}

export function listRequestOf(req: ListIndividualsRequest): ListInput {
  const { companyId, limit, cursor, sort, search, quality, externalId, forExport, purpose, filter } = req;
  return {
    limit,
    forExport,
    ...(companyId === undefined ? {} : { companyId }),
    ...(cursor === undefined ? {} : { cursor }),
    ...(sort === undefined ? {} : { sort }),
    ...(search === undefined ? {} : { search }),
    ...(quality === undefined ? {} : { quality }),
    ...(externalId === undefined ? {} : { externalId }),
    ...(purpose === undefined ? {} : { purpose }),
    ...(filter === undefined ? {} : { filter: requireFilter(filter, companyId) }),
  };
}
