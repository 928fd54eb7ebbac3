import { forEachCandidate } from '../src/scoring/blocking-join.ts';
import { clusterRecords } from '../src/scoring/cluster-records.ts';
import { levelsOfPattern } from '../src/scoring/comparison-levels.ts';
import { allocateColumns } from '../src/scoring/feature-columns.ts';
import { clearHotValues } from '../src/scoring/key-buckets.ts';
import { type LinkedPair, pairScorer } from '../src/scoring/link-in-bulk.ts';
import { type LinkageModel, parseLinkageModel } from '../src/scoring/linkage-model.ts';
import { packRecord, rowUnpacker } from '../src/scoring/packed-record.ts';
import { type Agreement, featuresOf, type Person } from './fake-features.ts';
import type { MatchingWorld } from './matching-world.ts';

export interface Links {
  /** `scope lo hi status levels`, sorted. */
  readonly edges: readonly string[];
  /** Members of each entity, sorted. */
  readonly entities: readonly string[];
}

/** The links of the pure engine for all people at once. Every order of arrival must give the same. */
export function expectedLinks(
  people: readonly Person[],
  agreement: Agreement,
  models: LinkageModel | ((scope: string) => LinkageModel),
): Links {
  const scopes = ['intra:1', 'intra:2', `cross:${agreement.id}`];
  const edges: string[] = [];
  const entities: string[] = [];
  for (const scope of scopes) {
    const model = typeof models === 'function' ? models(scope) : models;
    const present = people
      .flatMap((person) =>
        featuresOf(person, [agreement], [scope], model.encodingVersion)
          .filter(({ gone }) => !gone)
          .map((features) => ({ person, packed: packRecord(features) })),
      )
      .sort(
        (a, b) => a.person.companyId - b.person.companyId || a.person.individualId - b.person.individualId,
      );
    const columns = allocateColumns(present.length);
    const unpack = rowUnpacker(columns);
    for (const [row, { packed }] of present.entries()) unpack(row, packed);
    clearHotValues(columns);
    const score = pairScorer(columns, model);
    const nameOf = (row: number) => `${present[row]?.person.companyId}:${present[row]?.person.individualId}`;
    const verified: LinkedPair[] = [];
    const visit = (a: number, b: number) => {
      if (scope.startsWith('cross') && present[a]?.person.companyId === present[b]?.person.companyId) return;
      const pair = score(a, b);
      if (pair.grade === 'none') return;
      if (pair.grade === 'verified') verified.push(pair);
      edges.push(
        `${scope} ${nameOf(pair.a)} ${nameOf(pair.b)} ${pair.grade} ${levelsOfPattern(pair.pattern)}`,
      );
    };
    forEachCandidate(columns, visit, model.neverAlone);
    if (!scope.startsWith('intra')) continue;
    const roots = clusterRecords(columns, verified);
    const groups = Map.groupBy(present.keys(), (row) => roots[row]);
    for (const rows of groups.values()) if (rows.length > 1) entities.push(rows.map(nameOf).join(' '));
  }
  return { edges: edges.sort(), entities: entities.sort() };
}

/** The current models of scopes, learnt or shipped. */
export async function heldModels({
  database,
  deps,
}: MatchingWorld): Promise<(scope: string) => LinkageModel> {
  const shipped = deps.models.of(deps.models.encodingVersion);
  if (shipped === undefined) throw new Error('no model');
  const rows = await database.sql<{ scope: string; artefact: unknown }>(
    `SELECT s.scope, m.artefact FROM lineage.match_spaces s JOIN lineage.match_models m ON m.version = s.model_version
     WHERE s.state = 'active'`,
  );
  const models = new Map(rows.map(({ scope, artefact }) => [scope, parseLinkageModel(artefact)]));
  return (scope) => models.get(scope) ?? shipped;
}

/**
 * Stored links: edges inside companies and pairs across them. Expects equal rows of an edge for each of its
 * viewers.
 */
export async function heldLinks({ database }: MatchingWorld): Promise<Links> {
  const edges = await database.sql<{ text: string; rows: number; viewers: number }>(
    `SELECT format('%s %s:%s %s:%s %s %s', scope, lo_company_id, lo_individual_id, hi_company_id, hi_individual_id,
        verification_status, array_to_string(levels, ',')) AS text, count(*)::int AS rows,
        count(DISTINCT id)::int AS ids, (1 + (min(lo_company_id) <> min(hi_company_id))::int) AS viewers
     FROM lineage.data_lineage WHERE agreement_id IS NULL GROUP BY 1
     UNION ALL
     SELECT format('%s %s:%s %s:%s %s %s', scope, lo_company_id, lo_individual_id, hi_company_id, hi_individual_id,
        verification_status, array_to_string(levels, ',')), 1, 1, 1 FROM lineage.cross_pairs WHERE retire_at IS NULL`,
  );
  for (const { text, rows, viewers } of edges)
    if (rows !== viewers) throw new Error(`${text} is seen by ${rows} of ${viewers} companies`);
  const entities = await database.sql<{ text: string }>(
    `SELECT string_agg(company_id || ':' || individual_id, ' ' ORDER BY individual_id) AS text
     FROM lineage.entities GROUP BY company_id, entity_id`,
  );
  return { edges: edges.map(({ text }) => text).sort(), entities: entities.map(({ text }) => text).sort() };
}
