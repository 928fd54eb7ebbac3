import { auditMessage } from '@pii-vault/platform/audit/audit-entry';
import type { Ctx } from '@pii-vault/platform/context/ctx';
import type { Database } from '@pii-vault/platform/db/database';
import { notFound } from '@pii-vault/platform/errors/not-found';
import { permission } from '@pii-vault/platform/rpc/allow';
import { type RpcService, serve } from '@pii-vault/platform/rpc/serve';
import { LinksServiceService } from '@pii-vault/proto/lineage/v1/links';
import { invalidFilter } from '../errors.ts';
import type { OpenCompanies } from '../scopes/open-companies.ts';
import { groupDuplicates, groupOf } from './duplicate-groups.ts';
import { entryFor } from './entry.ts';
import { explain } from './explain.ts';
import { reachedCompanies, summarise } from './figures-store.ts';
import { graphOf } from './graph.ts';
import {
  cursorOf,
  entryToProto,
  filterFromProto,
  groupToProto,
  positionOf,
  summaryToProto,
} from './links-proto.ts';
import { findEdge, listEdges, strongestEdges } from './list-store.ts';
import { databaseScope, type Reader, readerFor } from './reader.ts';

export interface LinksDeps {
  readonly db: Pick<Database, 'tenant'>;
  /** Ids of the linking agreements in force. */
  readonly liveAgreements: () => readonly number[];
  readonly companies: Pick<OpenCompanies, 'among'>;
}

const MAX_GROUPS = 200;
/** Edges read to build the groups that are shown; the counts are exact all the same. */
const MAX_GROUP_EDGES = 5_000;

export function linksRpc({ db, liveAgreements, companies }: LinksDeps): RpcService {
  const read = (ctx: Ctx, name: string, companyId?: bigint): Promise<Reader> =>
    readerFor(
      ctx.caller,
      name,
      companyId === undefined ? undefined : Number(companyId),
      liveAgreements(),
      companies,
    );
  const companyOf = (request: { companyId?: bigint | undefined }) => request.companyId;

  return serve(LinksServiceService, {
    getGraph: {
      allow: permission('lineage:read', companyOf),
      async handle(ctx, request) {
        const reader = await read(ctx, 'lineage:read', request.companyId);
        const nodes = Math.min(request.maxNodes || 500, 5_000);
        const edges = await db.tenant(databaseScope(reader), (tx) => strongestEdges(tx, reader, nodes));
        return graphOf(
          edges.map((edge) => entryFor(edge, reader)),
          nodes,
        );
      },
    },
    listEntries: {
      allow: permission('lineage:read', companyOf),
      async handle(ctx, request) {
        const reader = await read(ctx, 'lineage:read', request.companyId);
        const limit = Math.min(request.limit || 50, 200);
        const filter = filterFromProto(request);
        const edges = await db.tenant(databaseScope(reader), (tx) =>
          listEdges(tx, reader, filter, positionOf(request.cursor), limit + 1),
        );
        const page = edges.slice(0, limit).map((edge) => entryFor(edge, reader));
        return {
          entries: page.map(entryToProto),
          nextCursor: edges.length > limit ? cursorOf(page.at(-1)) : '',
        };
      },
    },
    explainEntry: {
      allow: permission('lineage:read'),
      async handle(ctx, { id }) {
        const reader = await read(ctx, 'lineage:read');
        return db.tenant(databaseScope(reader), async (tx) => {
          const edge = await findEdge(tx, reader, Number(id));
          if (edge === undefined) throw notFound();
          const viewers = new Set([edge.lo.companyId, edge.hi.companyId]);
          const objectIds = { linkId: String(edge.id) };
          await tx.publishAll(
            [...viewers].map((companyId) =>
              auditMessage('lineage', ctx, { action: 'link_view', companyId, objectIds }),
            ),
          );
          return {
            entry: entryToProto(entryFor(edge, reader)),
            comparisons: explain(edge.comparisons),
            probability: edge.probability,
            modelVersion: edge.modelVersion,
          };
        });
      },
    },
    getSummary: {
      allow: permission('lineage:read', companyOf),
      async handle(ctx, request) {
        const reader = await read(ctx, 'lineage:read', request.companyId);
        return summaryToProto(await db.tenant(databaseScope(reader), (tx) => summarise(tx, reader)));
      },
    },
    listDuplicates: {
      allow: permission('lineage:read', companyOf),
      async handle(ctx, request) {
        const reader = await read(ctx, 'lineage:read', request.companyId);
        const individualId = request.individualId === undefined ? undefined : Number(request.individualId);
        return db.tenant(databaseScope(reader), async (tx) => {
          const filter = { isStanding: true, ...(individualId === undefined ? {} : { individualId }) };
          const edges = await listEdges(tx, reader, filter, undefined, MAX_GROUP_EDGES);
          const within = groupDuplicates(
            edges.filter((edge) => edge.relationshipType === 'duplicate_detection'),
          );
          const cross = edges
            .filter(
              (edge) =>
                edge.relationshipType !== 'duplicate_detection' &&
                reader.readable.has(edge.lo.companyId) &&
                reader.readable.has(edge.hi.companyId),
            )
            .map((edge) => groupOf([edge]));
          const { cross: crossCount } = await summarise(tx, reader);
          return {
            withinCompany: within.slice(0, MAX_GROUPS).map(groupToProto),
            crossCompany: cross.slice(0, MAX_GROUPS).map(groupToProto),
            withinCompanyCount: BigInt(within.length),
            crossCompanyCount: BigInt(individualId === undefined ? crossCount : cross.length),
          };
        });
      },
    },
    listReached: {
      allow: permission('pii:read'),
      async handle(ctx, request) {
        if (request.individuals.length > 200) throw invalidFilter('individuals', 'At most 200 individuals');
        const reader = await read(ctx, 'pii:read');
        const individuals = request.individuals.map(({ companyId, individualId }) => ({
          companyId: Number(companyId),
          individualId: Number(individualId),
        }));
        const reached = await db.tenant(databaseScope(reader), (tx) =>
          reachedCompanies(tx, reader, individuals),
        );
        return {
          reached: reached.map(({ companyId, individualId, companyIds }) => ({
            individual: { companyId: BigInt(companyId), individualId: BigInt(individualId) },
            companyIds: companyIds.map(BigInt),
          })),
        };
      },
    },
  });
}
