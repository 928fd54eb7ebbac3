import type { Ctx } from '@pii-vault/platform/core/context/ctx';
import { exportCursor, exportPosition } from '@pii-vault/platform/core/tables/export-cursor';
import { idIn, pageById } from '@pii-vault/platform/core/tables/list-cursor';
import type { ListEntriesRequest, ListEntriesResponse } from '@pii-vault/proto/lineage/v1/links';
import { entryFor } from './entry.ts';
import { type LinksDeps, readerOf } from './links-deps.ts';
import { entryToProto, filterFromProto } from './links-proto.ts';
import { listEdges } from './list-store.ts';
import { databaseScope, type Reader, singleEdges } from './reader.ts';

const DEFAULT_LIMIT = 50;
const MAX_LIMIT = 200;

/** A page of links, newest first. */
export function listEntries(deps: LinksDeps) {
  return async (ctx: Ctx, request: ListEntriesRequest): Promise<ListEntriesResponse> => {
    const reader = singleEdges(await readerOf(deps, ctx, request.companyId));
    const limit = Math.min(request.limit || DEFAULT_LIMIT, MAX_LIMIT);
    const filter = filterFromProto(request);
    const { cursor, forExport } = request;
    const isBound = forExport && cursor !== undefined;
    const before = idIn(isBound ? exportPosition(companiesOf(reader), cursor) : cursor);
    const edges = await deps.db.tenant(databaseScope(reader), (tx) =>
      listEdges(tx, reader, filter, before, limit + 1),
    );
    const page = edges.slice(0, limit).map((edge) => entryFor(edge, reader));
    const { nextCursor: next } = pageById(edges, limit);
    return {
      entries: page.map(entryToProto),
      nextCursor: forExport && next !== undefined ? exportCursor(companiesOf(reader), next) : next,
    };
  };
}

/** Companies whose edges are listed, and companies of their other sides: edges to a closed company are not shown. */
const companiesOf = ({ listed, open }: Reader): number[] => [...listed, ...open];
