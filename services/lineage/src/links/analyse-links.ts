import type { Ctx } from '@pii-vault/platform/core/context/ctx';
import type { Waits } from '@pii-vault/platform/domain/waiting/waiting';
import type { Tx } from '@pii-vault/platform/postgres/database';
import type {
  CountCrossLinksRequest,
  CountCrossLinksResponse,
  GetAnalysisRequest,
  GetAnalysisResponse,
} from '@pii-vault/proto/lineage/v1/links';
import { entryFor } from './entry.ts';
import {
  averageConfidence,
  bandOf,
  countOf,
  type EdgeKind,
  isCross,
  isScored,
  readKinds,
} from './kinds-store.ts';
import { type LinksDeps, readerOf } from './links-deps.ts';
import { entryToProto } from './links-proto.ts';
import { partsOf } from './list-parts.ts';
import { oldestUndecided } from './list-store.ts';
import { databaseScope, type Reader, readerFor, singleEdges } from './reader.ts';

const OLDEST = 20;
const PENDING = { verificationStatus: 'pending' };

/** Outliers among the links that the caller sees. */
export function analyseLinks(deps: LinksDeps) {
  return async (ctx: Ctx, { companyId }: GetAnalysisRequest): Promise<GetAnalysisResponse> => {
    const reader = await readerOf(deps, ctx, companyId);
    const { kinds, oldest } = await deps.db.tenant(databaseScope(reader), async (tx) => {
      const seen = await readKinds(tx, reader);
      const single = singleEdges(reader);
      const parts = partsOf(
        single === reader ? seen : seen.filter((kind) => !isCross(kind)),
        PENDING,
        OLDEST,
      );
      return { kinds: seen, oldest: await oldestUndecided(tx, single, parts, OLDEST) };
    });
    const graded = kinds.filter((kind) => !isScored(kind));
    const hot = await deps.db.system((tx) => hotValues(tx, reader));
    return {
      companyPairs: pairsOf(kinds, reader),
      confidenceHistogram: histogramOf(kinds),
      graded: {
        strong: countOf(graded.filter((kind) => bandOf(kind) === 'high')),
        possible: countOf(graded.filter((kind) => bandOf(kind) !== 'high')),
      },
      oldestUndecided: oldest.map((edge) => entryToProto(entryFor(edge, reader))),
      hotValues: hot,
    };
  };
}

/** Number of links between companies, without rejected ones, for users who may see figures about individuals. */
export function countCrossLinks(deps: LinksDeps) {
  return async (ctx: Ctx, { companyId }: CountCrossLinksRequest): Promise<CountCrossLinksResponse> => {
    const asked = companyId;
    const reader = await readerFor(ctx.caller, 'pii:read', asked, deps.liveAgreements(), deps.companies);
    const kinds = await deps.db.tenant(databaseScope(reader), (tx) => readKinds(tx, reader));
    const standing = kinds.filter((kind) => isCross(kind) && kind.verificationStatus !== 'rejected');
    return { crossLinks: countOf(standing) };
  };
}

/**
 * Number of links without a decision that the caller may decide, and the company with most of them. Pairs across
 * companies count only for a caller who sees them.
 */
export function countUndecided(deps: LinksDeps) {
  return async (ctx: Ctx, companyId: number | undefined): Promise<Waits> => {
    const reader = await readerFor(
      ctx.caller,
      'lineage:decide',
      companyId,
      deps.liveAgreements(),
      deps.companies,
    );
    const kinds = await deps.db.tenant(databaseScope(reader), (tx) => readKinds(tx, singleEdges(reader)));
    const pending = kinds.filter((kind) => kind.verificationStatus === 'pending');
    const listed = new Set(reader.listed);
    const ofCompany = new Map<number, number>();
    for (const { loCompanyId, hiCompanyId, edges } of pending)
      for (const id of new Set([loCompanyId, hiCompanyId]))
        if (listed.has(id)) ofCompany.set(id, (ofCompany.get(id) ?? 0) + edges);
    const [most] = [...ofCompany].sort(([a, x], [b, y]) => y - x || a - b);
    return { count: countOf(pending), companyId: most?.[0] };
  };
}

/** Ten counts of the edges that have a score; 100 belongs to the last. */
function histogramOf(kinds: readonly EdgeKind[]): GetAnalysisResponse['confidenceHistogram'] {
  const counts = new Array<number>(10).fill(0);
  for (const { ten, edges } of kinds.filter(isScored)) counts[ten] = (counts[ten] ?? 0) + edges;
  return counts.map((links, ten) => ({ from: 10 * ten, to: 10 * ten + 10, links }));
}

function pairsOf(kinds: readonly EdgeKind[], { readable }: Reader): GetAnalysisResponse['companyPairs'] {
  const pairs = Map.groupBy(kinds, (kind) => `${kind.loCompanyId} ${kind.hiCompanyId}`);
  const described = [...pairs.values()].flatMap((own) => {
    const [first] = own;
    if (first === undefined) return [];
    const sides = [first.loCompanyId, first.hiCompanyId] as const;
    const [source, target] = readable.has(sides[0]) ? sides : sides.toReversed();
    const links = countOf(own);
    const inStatus = (status: string) => countOf(own.filter((kind) => kind.verificationStatus === status));
    return {
      sourceCompanyId: source ?? 0,
      targetCompanyId: target ?? 0,
      links,
      verified: inStatus('verified'),
      pending: inStatus('pending'),
      rejected: inStatus('rejected'),
      avgConfidence: own.some(isScored) ? Math.round(averageConfidence(own)) : undefined,
      scored: countOf(own.filter(isScored)),
    };
  });
  return described.sort((a, b) => b.links - a.links || a.sourceCompanyId - b.sourceCompanyId);
}

/** Values that are too common in a scope to join records. */
interface HotValues {
  /** One company. */
  readonly companyIds: readonly number[];
  readonly sharedValues: number;
  readonly crowdedKeys: number;
}

/**
 * By company that the reader lists; companies without hot values are omitted. The people behind the values are unknown
 * here. Scopes across companies are excluded: by adding records until a value is common, one company could count the
 * other's records.
 */
async function hotValues(tx: Tx, { listed }: Pick<Reader, 'listed'>): Promise<HotValues[]> {
  return await tx.query<HotValues>(
    `SELECT ARRAY[c.id] AS "companyIds", count(*) FILTER (WHERE h.is_handle)::int AS "sharedValues",
       count(*) FILTER (WHERE NOT h.is_handle)::int AS "crowdedKeys"
     FROM unnest($1::bigint[]) AS c(id) JOIN match_spaces m ON m.scope = 'intra:' || c.id AND m.state = 'active'
     JOIN match_hot_tokens h ON h.space_id = m.id
     GROUP BY c.id ORDER BY c.id`,
    [listed],
  );
}
