import type { Tx } from '@pii-vault/platform/db/database';
import type { StoreKeys } from '../keys/store-keys.ts';
import type { Edge } from '../links/edge.ts';
import { openRecords } from '../matching/open-records.ts';
import type { OpenSpaces } from '../matching/open-spaces.ts';
import { findRecords } from '../matching/records-store.ts';
import { columnsOf } from '../matching/score-pairs.ts';
import { intraScope } from '../scopes/scope.ts';
import { clusterRecords } from '../scoring/cluster-records.ts';
import { patternOfLevels } from '../scoring/comparison-levels.ts';
import { joiningEdges, reachedFrom, reconcileEntities } from './entities-store.ts';
import type { Group } from './entity-ids.ts';

type Deciding = Pick<Edge, 'scope' | 'lo' | 'hi' | 'verificationStatus'>;

/**
 * Clusters anew whoever these edges join, directly or through others: the result is what clustering the whole company
 * would give, because clusterRecords looks at nothing beyond a connected component.
 * @param edges of the records that were matched, those of before and those of now
 */
export async function mendEntities(
  { keys }: { readonly keys: StoreKeys },
  tx: Tx,
  spaces: OpenSpaces,
  edges: readonly Deciding[],
): Promise<void> {
  const deciding = edges.filter(
    ({ scope, verificationStatus }) => scope.startsWith('intra:') && verificationStatus !== 'pending',
  );
  for (const [companyId, own] of Map.groupBy(deciding, ({ lo }) => lo.companyId)) {
    const seeds = new Set(own.flatMap(({ lo, hi }) => [lo.individualId, hi.individualId]));
    const reached = await reachedFrom(tx, companyId, [...seeds]);
    await reconcileEntities(tx, companyId, reached, await groupsOf(keys, tx, spaces, companyId, reached));
  }
}

async function groupsOf(
  keys: StoreKeys,
  tx: Tx,
  spaces: OpenSpaces,
  companyId: number,
  individualIds: readonly number[],
): Promise<Group[]> {
  const spaceId = spaces.idOf.get(intraScope(companyId));
  if (spaceId === undefined) return [];
  const names = individualIds.map((individualId) => ({ spaceId, companyId, individualId }));
  // Ties go by row, and so by id.
  const stored = (await findRecords(tx, names)).sort((a, b) => a.individualId - b.individualId);
  const records = await openRecords(keys, spaces.scopeOf, stored);
  const columns = columnsOf(records, spaces.hot);
  const rowOf = new Map(records.map(({ individualId }, row) => [individualId, row]));
  const edges = (await joiningEdges(tx, companyId, individualIds)).flatMap((edge) => {
    const [a, b] = [rowOf.get(edge.lo), rowOf.get(edge.hi)];
    return a === undefined || b === undefined ? [] : [{ ...edge, a, b }];
  });
  const pairOf = ({ a, b }: { a: number; b: number }) => [a, b] as const;
  const verified = edges.filter(({ status }) => status === 'verified');
  const roots = clusterRecords(
    columns,
    verified.map(({ a, b, probability, levels }) => ({
      a,
      b,
      probability,
      pattern: patternOfLevels(levels),
      grade: 'verified',
    })),
    {
      together: verified.filter(({ isDecided }) => isDecided).map(pairOf),
      apart: edges.filter(({ status }) => status === 'rejected').map(pairOf),
    },
  );
  const groups = Map.groupBy(records.keys(), (row) => roots[row]);
  return [...groups.values()]
    .filter((rows) => rows.length > 1)
    .map((rows) => rows.map((row) => records[row]?.individualId ?? 0));
}
