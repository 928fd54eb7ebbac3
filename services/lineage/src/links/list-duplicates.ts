import type { Ctx } from '@pii-vault/platform/context/ctx';
import type { Tx } from '@pii-vault/platform/db/database';
import type { ListDuplicatesRequest, ListDuplicatesResponse } from '@pii-vault/proto/lineage/v1/links';
import { entityMembers } from '../entities/entities-store.ts';
import { groupDuplicates, pairGroup } from './duplicate-groups.ts';
import type { Edge } from './edge.ts';
import { countOf, isCross, readKinds } from './kinds-store.ts';
import { type LinksDeps, readerOf } from './links-deps.ts';
import { groupToProto } from './links-proto.ts';
import { listEdges } from './list-store.ts';
import { databaseScope, type Reader } from './reader.ts';

const MAX_GROUPS = 200;
/** Newest edges inside companies that the groups which are shown are built of. */
const MAX_EDGES = 500;

/**
 * People written down twice: inside a company one entry for each entity and for each pair that is in none, across
 * companies pairs. Rejected links are left out. Where there are more edges than are read, the counts are those of all
 * edges.
 */
export function listDuplicates(deps: LinksDeps) {
  return async (ctx: Ctx, request: ListDuplicatesRequest): Promise<ListDuplicatesResponse> => {
    const reader = await readerOf(deps, ctx, request.companyId);
    const individualId = request.individualId === undefined ? undefined : Number(request.individualId);
    return deps.db.tenant(databaseScope(reader), async (tx) => {
      const filter = { isStanding: true, ...(individualId === undefined ? {} : { individualId }) };
      const find = (relationshipType: string, limit: number) =>
        listEdges(tx, reader, { ...filter, relationshipType }, undefined, limit);
      const duplicates = await find('duplicate_detection', MAX_EDGES);
      const within = groupDuplicates(duplicates, await membersOf(tx, duplicates));
      const across = [
        ...(await find('same_individual', MAX_GROUPS)),
        ...(await find('cross_reference', MAX_GROUPS)),
      ];
      const cross = across.filter((edge) => readsBoth(edge, reader)).sort((a, b) => b.id - a.id);
      const all = individualId === undefined ? await countStanding(tx, reader) : undefined;
      const isCut = all !== undefined && all.within > duplicates.length;
      return {
        withinCompany: within.slice(0, MAX_GROUPS).map(groupToProto),
        crossCompany: cross.slice(0, MAX_GROUPS).map(pairGroup).map(groupToProto),
        withinCompanyCount: BigInt(isCut ? all.within : within.length),
        crossCompanyCount: BigInt(all?.cross ?? cross.length),
      };
    });
  };
}

function membersOf(tx: Tx, duplicates: readonly Edge[]) {
  return entityMembers(
    tx,
    duplicates.flatMap(({ lo, hi }) => [lo, hi]),
  );
}

/** Edges that nobody rejected. */
async function countStanding(tx: Tx, reader: Reader): Promise<{ within: number; cross: number }> {
  const kinds = (await readKinds(tx, reader)).filter((kind) => kind.verificationStatus !== 'rejected');
  return { within: countOf(kinds.filter((kind) => !isCross(kind))), cross: countOf(kinds.filter(isCross)) };
}

function readsBoth({ lo, hi }: Edge, { readable }: Reader): boolean {
  return readable.has(lo.companyId) && readable.has(hi.companyId);
}
