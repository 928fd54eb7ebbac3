import type { Ctx } from '@pii-vault/platform/core/context/ctx';
import type { Tx } from '@pii-vault/platform/postgres/database';
import type {
  DuplicateCounts,
  ListDuplicatesRequest,
  ListDuplicatesResponse,
} from '@pii-vault/proto/lineage/v1/links';
import { type DuplicateEdge, type DuplicateGroup, groupDuplicates, pairGroup } from './duplicate-groups.ts';
import { EDGE_ENDS, type EdgeRow, type EndsRow, endsFromRow } from './edge-store.ts';
import { entityMembers } from './entities/entities-store.ts';
import { IS_GRADED, isGraded } from './grade.ts';
import { countOf, type EdgeKind, isCross, readKinds } from './kinds-store.ts';
import { type LinksDeps, readerOf } from './links-deps.ts';
import { groupToProto } from './links-proto.ts';
import { listEdges, newestOf, type Reading } from './list-store.ts';
import { databaseScope, mayReadPairs, type Reader } from './reader.ts';
import type { EntryFilter } from './visible.ts';

const MAX_GROUPS = 200;
/** Number of newest edges inside companies from which the shown groups are built. */
const MAX_EDGES = 300;

type DuplicateRow = EndsRow &
  Pick<EdgeRow, 'id' | 'confidence_score' | 'matching_fields' | 'verification_status'> & {
    is_graded: boolean;
  };
const READING: Reading<DuplicateRow, DuplicateEdge> = {
  columns: `e.id, ${EDGE_ENDS}, e.confidence_score, e.matching_fields, e.verification_status,
    ${IS_GRADED} AS is_graded`,
  read: (row) => ({
    id: row.id,
    ...endsFromRow(row),
    confidenceScore: Number(row.confidence_score),
    matchingFields: row.matching_fields,
    verificationStatus: row.verification_status,
    isGraded: row.is_graded,
  }),
};

/**
 * Duplicate people: inside a company one entry for each entity and for each pair outside entities, across companies
 * pairs. Excludes rejected links. If there are more edges than are read, the counts are those of all edges.
 */
export function listDuplicates(deps: LinksDeps) {
  return async (ctx: Ctx, request: ListDuplicatesRequest): Promise<ListDuplicatesResponse> => {
    const reader = await readerOf(deps, ctx, request.companyId);
    const individualId = request.individualId;
    return deps.db.tenant(databaseScope(reader), async (tx) => {
      const kinds = await readKinds(tx, reader);
      const all = individualId === undefined ? countStanding(kinds) : undefined;
      if (request.countsOnly === true && all !== undefined && all.withinCompany > MAX_EDGES)
        return answerOf([], [], all);
      const edgesOf = async (filter: EntryFilter, limit: number): Promise<DuplicateEdge[]> => {
        const standing = { ...filter, isStanding: true };
        if (individualId === undefined) return newestOf(tx, reader, standing, { kinds, limit }, READING);
        const edges = await listEdges(tx, reader, { ...standing, individualId }, undefined, limit);
        return edges.map((edge) => ({ ...edge, isGraded: isGraded(edge) }));
      };
      const duplicates = await edgesOf({ relationshipType: 'duplicate_detection' }, MAX_EDGES);
      const within = groupDuplicates(duplicates, await membersOf(tx, duplicates));
      const links = mayReadPairs(reader) ? await edgesOf({ isCross: true }, MAX_GROUPS) : [];
      const cross = links.filter((edge) => readsBoth(edge, reader)).map(pairGroup);
      const isCut = all !== undefined && all.withinCompany > duplicates.length;
      const counts = {
        withinCompany: isCut ? all.withinCompany : within.length,
        crossCompany: all?.crossCompany ?? cross.length,
      };
      return request.countsOnly === true ? answerOf([], [], counts) : answerOf(within, cross, counts);
    });
  };
}

const answerOf = (
  within: readonly DuplicateGroup[],
  cross: readonly DuplicateGroup[],
  counts: DuplicateCounts,
): ListDuplicatesResponse => ({
  withinCompany: within.slice(0, MAX_GROUPS).map(groupToProto),
  crossCompany: cross.map(groupToProto),
  counts,
});

function membersOf(tx: Tx, duplicates: readonly DuplicateEdge[]) {
  return entityMembers(
    tx,
    duplicates.flatMap(({ lo, hi }) => [lo, hi]),
  );
}

/** Edges that are not rejected. */
function countStanding(kinds: readonly EdgeKind[]): DuplicateCounts {
  const standing = kinds.filter((kind) => kind.verificationStatus !== 'rejected');
  return {
    withinCompany: countOf(standing.filter((kind) => !isCross(kind))),
    crossCompany: countOf(standing.filter(isCross)),
  };
}

function readsBoth({ lo, hi }: DuplicateEdge, { readable }: Reader): boolean {
  return readable.has(lo.companyId) && readable.has(hi.companyId);
}
