import { auditMessage } from '@pii-vault/platform/audit/audit-entry';
import type { Ctx } from '@pii-vault/platform/context/ctx';
import type { Tx } from '@pii-vault/platform/db/database';
import { linkDetected, linkRemoved } from '../events.ts';
import { type Edge, ordered, type RecordRef, relationshipOf } from '../links/edge.ts';
import { deleteEdges, edgesOf, type ScoredPair, upsertEdges } from '../links/edge-store.ts';
import { agreementOf } from '../scopes/scope.ts';
import { confidenceOf } from '../scoring/confidence.ts';
import type { Model } from '../scoring/model.ts';
import { scorePair } from '../scoring/score-pair.ts';
import type { Features } from './features.ts';
import { findCandidates, loadHandles, recordKey } from './features-store.ts';

export interface LinkDeps {
  readonly model: Model;
  readonly bucketCap: number;
}

/**
 * Finds, scores and stores the edges of these people, and takes back those whose evidence is gone. Runs in
 * a transaction begun after their features were committed, so that of two racing records at least one
 * sees the other. Doing it again changes nothing.
 */
export async function linkRecords(
  { model, bucketCap }: LinkDeps,
  tx: Tx,
  ctx: Ctx,
  companyId: number,
  people: readonly Features[],
): Promise<void> {
  const scored = await scoreCandidates(tx, companyId, people, model, bucketCap);
  const wanted = new Set(scored.map(pairKey));
  const existing = await edgesOf(tx, companyId, people);
  const stale = existing.filter((edge) => !wanted.has(pairKey(edge)));
  await deleteEdges(tx, stale);
  const changed = await upsertEdges(tx, scored, model.version);
  await announce(tx, ctx, stale, changed);
}

async function scoreCandidates(
  tx: Tx,
  companyId: number,
  people: readonly Features[],
  model: Model,
  bucketCap: number,
): Promise<ScoredPair[]> {
  const candidates = await findCandidates(tx, companyId, people, bucketCap);
  const records = candidates.flatMap((pair) => [
    { scope: pair.scope, companyId, individualId: pair.individualId },
    { scope: pair.scope, companyId: pair.otherCompanyId, individualId: pair.otherIndividualId },
  ]);
  const handles = await loadHandles(tx, records);
  const pairs = new Map<string, ScoredPair>();
  for (let i = 0; i < records.length; i += 2) {
    const [mine, other] = [records[i], records[i + 1]];
    if (mine === undefined || other === undefined) continue;
    const [lo, hi] = ordered(mine, other);
    const none = new Map();
    const evidence = scorePair(
      handles.get(recordKey(mine)) ?? none,
      handles.get(recordKey(other)) ?? none,
      model,
    );
    if (evidence.grade === 'none') continue;
    const pair: ScoredPair = {
      scope: mine.scope,
      agreementId: agreementOf(mine.scope),
      lo: ref(lo),
      hi: ref(hi),
      relationshipType: relationshipOf(lo, hi, evidence.grade),
      verificationStatus: evidence.grade,
      probability: evidence.probability,
      confidenceScore: confidenceOf(evidence.probability),
      matchingFields: evidence.agreeing,
      comparisons: evidence.comparisons,
    };
    pairs.set(pairKey(pair), pair);
  }
  return [...pairs.values()].sort((a, b) => (pairKey(a) < pairKey(b) ? -1 : 1));
}

function ref({ companyId, individualId }: RecordRef): RecordRef {
  return { companyId, individualId };
}

function pairKey({ scope, lo, hi }: Pick<Edge, 'scope' | 'lo' | 'hi'>): string {
  return `${scope}/${lo.companyId}:${lo.individualId}/${hi.companyId}:${hi.individualId}`;
}

/** Events for both viewers of each edge; one audit entry per company and kind, with counts and ids. */
async function announce(tx: Tx, ctx: Ctx, stale: readonly Edge[], changed: readonly Edge[]): Promise<void> {
  await tx.publishAll([
    ...stale.flatMap((edge) => viewers(edge).map((company) => linkRemoved(edge, company))),
    ...changed.flatMap((edge) => viewers(edge).map((company) => linkDetected(edge, company))),
  ]);
  const byViewer = new Map<string, { companyId: number; edges: Edge[] }>();
  for (const edge of changed)
    for (const companyId of viewers(edge)) {
      const key = `${companyId}/${edge.scope}`;
      const group = byViewer.get(key) ?? { companyId, edges: [] };
      group.edges.push(edge);
      byViewer.set(key, group);
    }
  await tx.publishAll(
    [...byViewer.values()].map(({ companyId, edges }) =>
      auditMessage('lineage', ctx, {
        action: edges[0]?.agreementId === null ? 'link_detected' : 'cross_company_link',
        companyId,
        individualIds: [...new Set(edges.flatMap((edge) => ownIds(edge, companyId)))].sort((a, b) => a - b),
        fieldNames: [...new Set(edges.flatMap((edge) => edge.matchingFields))].sort(),
        counts: { edges: edges.length },
        ...(edges[0]?.agreementId == null
          ? {}
          : { objectIds: { linkAgreementId: String(edges[0].agreementId) } }),
      }),
    ),
  );
}

function viewers(edge: Edge): number[] {
  return edge.lo.companyId === edge.hi.companyId
    ? [edge.lo.companyId]
    : [edge.lo.companyId, edge.hi.companyId];
}

function ownIds(edge: Edge, companyId: number): number[] {
  return [edge.lo, edge.hi].filter((side) => side.companyId === companyId).map((side) => side.individualId);
}
