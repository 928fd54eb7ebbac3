import type { Ctx } from '@pii-vault/platform/context/ctx';
import type { ListDuplicatesRequest, ListDuplicatesResponse } from '@pii-vault/proto/lineage/v1/links';
import { entityMembers } from '../entities/entities-store.ts';
import { groupDuplicates, pairGroup } from './duplicate-groups.ts';
import type { Edge } from './edge.ts';
import { summarise } from './figures-store.ts';
import { type LinksDeps, readerOf } from './links-deps.ts';
import { groupToProto } from './links-proto.ts';
import { listEdges } from './list-store.ts';
import { databaseScope, type Reader } from './reader.ts';

const MAX_GROUPS = 200;
/** Edges read to build the groups that are shown; the count across companies is exact all the same. */
const MAX_EDGES = 5_000;

/**
 * People written down twice: inside a company one entry for each entity and for each pair that is in none, across
 * companies pairs. Rejected links are left out.
 */
export function listDuplicates(deps: LinksDeps) {
  return async (ctx: Ctx, request: ListDuplicatesRequest): Promise<ListDuplicatesResponse> => {
    const reader = await readerOf(deps, ctx, request.companyId);
    const individualId = request.individualId === undefined ? undefined : Number(request.individualId);
    const filter = { isStanding: true, ...(individualId === undefined ? {} : { individualId }) };
    return deps.db.tenant(databaseScope(reader), async (tx) => {
      const edges = await listEdges(tx, reader, filter, undefined, MAX_EDGES);
      const duplicates = edges.filter(isDuplicate);
      const members = await entityMembers(
        tx,
        duplicates.flatMap(({ lo, hi }) => [lo, hi]),
      );
      const within = groupDuplicates(duplicates, members);
      const cross = edges.filter((edge) => !isDuplicate(edge) && readsBoth(edge, reader)).map(pairGroup);
      const crossCount = individualId === undefined ? (await summarise(tx, reader)).cross : cross.length;
      return {
        withinCompany: within.slice(0, MAX_GROUPS).map(groupToProto),
        crossCompany: cross.slice(0, MAX_GROUPS).map(groupToProto),
        withinCompanyCount: BigInt(within.length),
        crossCompanyCount: BigInt(crossCount),
      };
    });
  };
}

function isDuplicate(edge: Edge): boolean {
  return edge.relationshipType === 'duplicate_detection';
}

function readsBoth({ lo, hi }: Edge, { readable }: Reader): boolean {
  return readable.has(lo.companyId) && readable.has(hi.companyId);
}
